import type { Queryable } from "#backend/core/database/database.ts";
import { widerNetworksOf } from "#backend/core/http/network.ts";
import { type Auth, timestamp } from "../context.ts";
import { refuse } from "../errors.ts";
import { capFor, HOUR, keyOf, type Limit, release, take } from "./limits.ts";

/** Kinds of mail; each has its own budget. */
type MailKind =
  | "signup"
  | "resend"
  | "recovery"
  | "magic_link"
  | "email_change"
  | "reauthentication";

/** The budget in which a mail counts: that of its kind, for a caller with a network address. */
export interface MailBudget {
  kind: MailKind;
  ip: string;
}

/** The key of the pause between two mails of one kind to one address. */
export const mailKey = (kind: string, email: string): string => `mail:${kind}:${keyOf(email)}`;

/** Mails of one kind to one address: more would annoy a stranger, or help to guess codes. */
const MOST_MAILS = {
  /**
   * The part requested from one network: a stranger leaves room for the address's owner, who uses another
   * network.
   */
  ofNetworkAnHour: 6,
  ofNetworkADay: 20,
  inAllAnHour: 18,
};
/** Mails of one kind in an hour that a network gets at once, however many others were requested. */
const FIRST_MAILS = 5;

/** How often the caller's networks may request mail of the kind; nothing without such a limit. */
const ofNetworks = (auth: Auth, { kind, ip }: MailBudget): Limit[] => {
  const { emailSentPerNetwork } = auth.config.rateLimit;
  if (emailSentPerNetwork === 0) return [];
  return widerNetworksOf(ip).map(({ network, share }) => ({
    key: `mails:${kind}:${network}`,
    cap: capFor(ip, emailSentPerNetwork * share),
    seconds: HOUR,
  }));
};

/**
 * Mail to one address: one of a kind (`pause`) in `[auth.email] max_frequency`, whoever requests it, and
 * `MOST_MAILS`. Also `shared`, the limits of the whole request.
 */
export const limitMailTo = async (
  auth: Auth,
  ip: string,
  pause: string,
  email: string,
  shared: Limit[] = [],
): Promise<void> => {
  const own = { key: mailKey(pause, email), cap: 1, seconds: auth.config.email.maxFrequency };
  const early = await take(auth, [own]);
  if (early) {
    throw refuse("over_email_send_rate_limit", {
      message: `For security purposes, you can only request this after ${early.seconds} seconds.`,
      retryAfter: early.seconds,
    });
  }
  const hour = `hour:${own.key}`;
  const fromHere = widerNetworksOf(ip).flatMap(({ network }) => [
    { key: `${hour}:${network}`, cap: MOST_MAILS.ofNetworkAnHour, seconds: HOUR },
    { key: `day:${own.key}:${network}`, cap: MOST_MAILS.ofNetworkADay, seconds: 24 * HOUR },
  ]);
  // A network's refused request does not reduce what is left for others.
  const passed =
    (await take(auth, fromHere)) ??
    (await take(auth, [{ key: hour, cap: MOST_MAILS.inAllAnHour, seconds: HOUR }, ...shared]));
  if (passed) {
    await release(auth, [own.key]);
    throw refuse("over_email_send_rate_limit", { retryAfter: passed.seconds });
  }
};

/**
 * A request for mail: as often as its address may be mailed. With `email_sent_per_network`, also that many
 * of each kind an hour for each network. Otherwise `email_sent` an hour for the whole project, which one
 * caller can use up. Addresses without an account count in the same way, so the response reveals nothing.
 */
export const limitMail = (
  auth: Auth,
  budget: MailBudget,
  pause: string,
  email: string,
): Promise<void> => {
  const networks = ofNetworks(auth, budget);
  const project = { key: "mails", cap: auth.config.rateLimit.emailSent, seconds: HOUR };
  return limitMailTo(auth, budget.ip, pause, email, networks.length > 0 ? networks : [project]);
};

/**
 * Counts a mail that is written now, if networks have limits, in the `email_sent` an hour of its kind.
 * Returns the seconds it must wait: beyond that number mail is sent in the next hour, unless its network
 * has requested hardly any. Nobody can use up what others need, and no response reveals that it is used up.
 */
export const mailDelay = async (auth: Auth, tx: Queryable, budget: MailBudget): Promise<number> => {
  const networks = ofNetworks(auth, budget);
  if (networks.length === 0) return 0;
  const { emailSent, emailSentPerNetwork } = auth.config.rateLimit;
  const kind = { key: `mails:${budget.kind}`, cap: emailSent, seconds: HOUR };
  const passed = await take(auth, [kind], tx);
  if (!passed) return 0;
  const used = await tx.query<{ key: string; used: number }>(
    "select key, used from _backend.auth_counters where key = any($1) and resets_at > $2",
    [networks.map(({ key }) => key), timestamp(auth)],
  );
  const first = networks.every(({ key, cap }) => {
    const most = (FIRST_MAILS * cap) / emailSentPerNetwork;
    return (used.find((row) => row.key === key)?.used ?? 0) <= most;
  });
  if (first) return 0;
  auth.core.log.warn("auth.mail_put_off", { kind: budget.kind, seconds: passed.seconds });
  return passed.seconds;
};
