/** How a code reaches a phone. */
export const CHANNELS = ["sms", "whatsapp"] as const;
export type Channel = (typeof CHANNELS)[number];

/** One text: the number in E.164 without its plus. */
export interface Text {
  phone: string;
  message: string;
  channel: Channel;
  /** The code in the message, for senders with their own wording. */
  code: string;
}

/** A company that sends texts. */
export interface SmsSender {
  name: string;
  /** Whether it can use WhatsApp too. */
  whatsapp: boolean;
  /** Sends, and returns the sender's id of the message. Throws SmsError with a message for the caller. */
  send(text: Text): Promise<string>;
  /** If the sender makes the codes itself: whether this is the one it sent. */
  check?(phone: string, code: string): Promise<boolean>;
}

/** The sender refused the text; the caller gets the message. */
export class SmsError extends Error {}

const TIMEOUT_MS = 10_000;
const LONGEST = 64 * 1024;

/**
 * Posts a form and returns the JSON of the response, whatever its status. Follows no redirect and waits ten
 * seconds. Throws SmsError for anything but a JSON object.
 */
export const post = async (
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ ok: boolean; body: Record<string, unknown> }> => {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: "application/json", ...headers },
      body: new URLSearchParams(form),
    });
    text = (await response.text()).slice(0, LONGEST);
  } catch (cause) {
    throw new SmsError("the sender did not answer", { cause });
  }
  try {
    const body = JSON.parse(text) as unknown;
    if (typeof body !== "object" || body === null) throw new TypeError("no object");
    return { ok: response.ok, body: body as Record<string, unknown> };
  } catch (cause) {
    throw new SmsError(`the sender answered ${response.status} without JSON`, { cause });
  }
};

/** A text of the sender's response, short enough to pass on. */
export const say = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";

/** The credentials in HTTP's form (RFC 7617). */
export const basic = (name: string, secret: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`,
});
