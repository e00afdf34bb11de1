import type { SmsConfig } from "#backend/core/project/project.ts";
import { post, SmsError, type SmsSender, say } from "./sender.ts";
import { twilio, twilioVerify } from "./twilio.ts";

type Settings = Record<string, string>;
type Members = Record<string, unknown>;

const first = (value: unknown): Members => {
  const item: unknown = Array.isArray(value) ? value[0] : null;
  return typeof item === "object" && item !== null ? (item as Members) : {};
};

const messagebird = ({ originator = "", access_key, url }: Settings): SmsSender => ({
  name: "messagebird",
  whatsapp: false,
  async send({ phone, message }) {
    const { ok, body } = await post(
      `${url ?? "https://rest.messagebird.com"}/messages`,
      { originator, body: message, recipients: phone, type: "sms", datacoding: "unicode" },
      { authorization: `AccessKey ${access_key}` },
    );
    if (!ok) throw new SmsError(say(first(body.errors).description));
    const { totalSentCount } = (body.recipients ?? {}) as Members;
    if (!totalSentCount) throw new SmsError("messagebird error: total sent count is 0");
    return say(body.id);
  },
});

const textlocal = ({ sender = "", api_key = "", url }: Settings): SmsSender => ({
  name: "textlocal",
  whatsapp: false,
  async send({ phone, message }) {
    const form = { sender, apikey: api_key, message, numbers: phone };
    const { body } = await post(`${url ?? "https://api.textlocal.in"}/send`, form);
    if (body.status !== "success") {
      const { message: words, code } = first(body.errors);
      throw new SmsError(`textlocal error: ${say(words)} (code: ${say(code)})`);
    }
    return say(first(body.messages).id);
  },
});

const vonage = ({ from = "", api_key = "", api_secret = "", url }: Settings): SmsSender => ({
  name: "vonage",
  whatsapp: false,
  async send({ phone, message }) {
    const { body } = await post(`${url ?? "https://rest.nexmo.com"}/sms/json`, {
      from,
      to: phone,
      text: message,
      api_key,
      api_secret,
      // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what goes without it
      ...(/^[\x00-\x7f]*$/.test(message) ? {} : { type: "unicode" }),
    });
    const report = first(body.messages);
    if (report.status !== "0") {
      throw new SmsError(
        `vonage error: ${say(report["error-text"])} (status: ${say(report.status)}) for message ${say(report["message-id"])}`,
      );
    }
    return say(report["message-id"]);
  },
});

const SENDERS: Record<string, (settings: Settings) => SmsSender> = {
  twilio,
  twilio_verify: twilioVerify,
  messagebird,
  textlocal,
  vonage,
};

/** The project's sender of texts; null if it names none. */
export const createSender = ({ sender }: SmsConfig): SmsSender | null => {
  if (!sender) return null;
  const make = SENDERS[sender.name];
  if (!make) throw new Error(`auth.sms.${sender.name} is no sender of texts`);
  return make(sender.settings);
};
