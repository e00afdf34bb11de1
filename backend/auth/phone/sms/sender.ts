/** How a code reaches a phone. */
export const CHANNELS = ["sms", "whatsapp"] as const;
export type Channel = (typeof CHANNELS)[number];

/** One text on its way: the number in E.164 without its plus. */
export interface Text {
  phone: string;
  message: string;
  channel: Channel;
  /** The code in the message, for senders that lay out their own words. */
  code: string;
}

/** A company that sends texts. */
export interface SmsSender {
  name: string;
  /** Whether it can use WhatsApp too. */
  whatsapp: boolean;
  /** Sends and gives the sender's own id of the message. Throws SmsError with words to tell. */
  send(text: Text): Promise<string>;
  /** Where the sender makes the codes itself: whether this is the one it sent. */
  check?(phone: string, code: string): Promise<boolean>;
}

/** The sender did not take the text; the message is told to the caller. */
export class SmsError extends Error {}

const TIMEOUT_MS = 10_000;
const LONGEST = 64 * 1024;

/**
 * Posts a form and gives the JSON of the answer, whatever its status. Follows no redirect and waits ten
 * seconds. Throws SmsError for everything that is no JSON object.
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

/** A text of the sender's answer, short enough to be told. */
export const say = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";

/** The credentials as HTTP has them (RFC 7617). */
export const basic = (name: string, secret: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`,
});
