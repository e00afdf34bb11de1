import type { SentMail } from "#domain/site/results.ts";

type State = SentMail["mails"][number]["state"];

/** What became of a mail, in a word. */
export const MAIL_STATES: Record<State, string> = {
  sent: "Accepted",
  waiting: "Waiting",
  refused: "Not sent",
  unwanted: "Not sent",
};

/** The noted reason why a mail was not sent, in words. Each noted answer is 'CODE COMMAND RESPONSE'. */
const reasonInWords = (answer: string | null): string => {
  if (!answer) return "";
  if (answer === "no mailbox") return "The account has no mailbox.";
  if (answer === "no words for this kind") return "This email has no text.";
  const response = Number(/ (\d{3})$/.exec(answer)?.[1]);
  const words = /RCPT TO/.test(answer)
    ? response >= 550
      ? "The mail server refused the address"
      : "The mail server did not accept the address for now"
    : /^EAUTH\b/.test(answer)
      ? "The mail server refused our login"
      : /^(ECONN|ETIMEDOUT|ESOCKET|EDNS|ETLS)/.test(answer)
        ? "The mail server could not be reached"
        : "The mail server did not take the email";
  return `${words} (${answer}).`;
};

/** What the mail server answered, or why nothing was sent. */
export const answerInWords = ({
  state,
  answer,
  attempts,
}: Pick<SentMail["mails"][number], "state" | "answer" | "attempts">): string => {
  if (state === "sent") return "The mail server accepted it.";
  if (state === "unwanted")
    return "The person has switched such emails off, or the account was deactivated or not confirmed.";
  const reason = reasonInWords(answer);
  if (state === "refused") return reason || "No reason was noted.";
  return attempts > 0 ? `${reason} We are trying again.`.trim() : "Not tried yet.";
};
