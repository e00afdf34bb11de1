import type { Reader } from "./reader.ts";

/** The settings that each sender of texts needs, in the order in which the CLI checks which is enabled. */
const SENDERS: Record<string, readonly string[]> = {
  twilio: ["account_sid", "message_service_sid", "auth_token"],
  twilio_verify: ["account_sid", "message_service_sid", "auth_token"],
  messagebird: ["originator", "access_key"],
  textlocal: ["sender", "api_key"],
  vonage: ["from", "api_key", "api_secret"],
};

const readSender = (sms: Reader): { name: string; settings: Record<string, string> } | null => {
  for (const [name, needed] of Object.entries(SENDERS)) {
    const table = sms.table(name);
    // Your own gateway with the sender's API; our key, not the CLI's.
    const url = table.optional("url");
    const content = name === "twilio" ? table.optional("content_sid") : null;
    const settings = needed.map((key) => [key, table.string(key, "")] as const);
    if (!table.boolean("enabled", false)) continue;
    for (const [key, value] of settings) if (!value) table.fail(key, "given: the sender needs it");
    const more = { ...(url ? { url } : {}), ...(content ? { content_sid: content } : {}) };
    return { name, settings: { ...Object.fromEntries(settings), ...more } };
  }
  return null;
};

/** The text of a message, from the CLI. */
export const TEXT = "Your code is {{ .Code }}";

/** The `[auth.sms]` table; a hook in `hooks` may be the sender. */
export const readSms = (sms: Reader, hooks: Record<string, { enabled: boolean }>) => {
  const given = sms.table("test_otp");
  const testOtp = Object.fromEntries(
    Object.keys(given.raw()).map((phone) => [phone.replace(/^\+/, ""), given.string(phone, "")]),
  );
  const sender = readSender(sms);
  // As in the CLI: without a way to send texts, nobody can sign in by phone.
  const reaches = sender || hooks.send_sms?.enabled || Object.keys(testOtp).length > 0;
  return {
    enableSignup: sms.boolean("enable_signup", false) && Boolean(reaches),
    enableConfirmations: sms.boolean("enable_confirmations", false),
    /** Seconds between two texts of one kind to one number. */
    maxFrequency: sms.duration("max_frequency", 5),
    otpLength: sms.number("otp_length", 6),
    /** Seconds; our key, not the CLI's. */
    otpExpiry: sms.number("otp_expiry", 600),
    /** With `{{ .Code }}` in it. */
    template: sms.string("template", TEXT),
    /** Fixed codes by number; these are never sent. */
    testOtp,
    /** The sender of texts, with its own table's settings; null without one. */
    sender,
  };
};

export type SmsConfig = ReturnType<typeof readSms>;
