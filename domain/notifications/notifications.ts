import type { AccountType } from "#domain/accounts/accounts.ts";

/** The topics of mail; also the last part of an unsubscribe link. */
export const TOPICS = ["email", "job_alerts", "provider_updates", "marketing"] as const;
export type Topic = (typeof TOPICS)[number];

export const isTopic = (value: unknown): value is Topic => TOPICS.includes(value as Topic);

/** The switch of each topic: its column, its label, and the text beside it. */
export const CHOICES = {
  email: {
    column: "email_notifications",
    label: "Email notifications",
    hint: "Messages, feedback and other news about your account.",
  },
  job_alerts: {
    column: "job_alerts",
    label: "Job alerts",
    hint: "New jobs in your trades and area, while your membership is active.",
  },
  provider_updates: {
    column: "provider_updates",
    label: "Provider updates",
    hint: "News from professionals about your jobs and from those you saved.",
  },
  marketing: {
    column: "marketing",
    label: "Marketing emails",
    hint: "News, tips and offers by email. You can stop them at any time.",
  },
} as const satisfies Record<Topic, { column: string; label: string; hint: string }>;

export type ChoiceColumn = (typeof CHOICES)[Topic]["column"];
export type Choices = Record<ChoiceColumn, boolean>;

/** Security alerts are always on (spec 1 section 9). */
export const SECURITY_ALERTS = "Security alerts";

/** What they are about; only providers pay. */
export const securityAlertsHint = (accountType: AccountType | string | null | undefined): string =>
  `Sign-ins, password and email changes${accountType === "provider" ? ", payments" : ""} and deletion.`;

/** The topic of one role if it has one (spec 2 section 6), and what the main switch governs for it. */
const OF_ROLE: Record<string, { topic?: Topic; email: string }> = {
  provider: {
    topic: "job_alerts",
    email:
      "New enquiries, messages and feedback, and updates on your quotes. Turning this off also stops job alerts.",
  },
  client: {
    topic: "provider_updates",
    email:
      "Messages, quotes and news about your jobs. Turning this off also stops the updates below.",
  },
  admin: { email: "Business claims that wait for an admin, and what became of them." },
};

/** Which switches a person sees: those of every account, and that of their role. */
export const topicsFor = (accountType: AccountType | string | null | undefined): Topic[] =>
  TOPICS.filter(
    (topic) =>
      topic === "email" || topic === "marketing" || topic === OF_ROLE[accountType ?? ""]?.topic,
  );

/** What a switch is for, to a person of this role. */
export const hintOf = (
  topic: Topic,
  accountType: AccountType | string | null | undefined,
): string => (topic === "email" && OF_ROLE[accountType ?? ""]?.email) || CHOICES[topic].hint;

/** The text of a consent, which the database stores with each entry of the record. */
export const CONSENT_WORDING = {
  marketing: "Marketing emails: news, tips and offers by email. You can stop them at any time.",
  support:
    "Support access: our support team may see your notification choices, your consents, your devices without their addresses, and which kinds of emails we sent you, until the time you choose. They can't change anything.",
} as const;

/** How long support access may last, in hours. */
export const SUPPORT_PERIODS = [
  { hours: 24, label: "24 hours" },
  { hours: 168, label: "7 days" },
] as const;
