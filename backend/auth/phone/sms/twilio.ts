import { basic, post, SmsError, type SmsSender, say } from "./sender.ts";

type Settings = Record<string, string>;

const refused = (body: Record<string, unknown>): SmsError =>
  new SmsError(`${say(body.message)} More information: ${say(body.more_info)}`);

/** Twilio's Programmable Messaging. */
export const twilio = (settings: Settings): SmsSender => {
  const { account_sid = "", auth_token = "", message_service_sid: from = "" } = settings;
  const base = settings.url ?? "https://api.twilio.com";
  const url = `${base}/2010-04-01/Accounts/${account_sid}/Messages.json`;
  return {
    name: "twilio",
    whatsapp: true,
    async send({ phone, message, channel, code }) {
      const isNumber = /^\+?[1-9]\d{1,14}$/.test(from.replaceAll(" ", ""));
      const form: Record<string, string> =
        channel === "whatsapp"
          ? {
              To: `whatsapp:+${phone}`,
              Channel: channel,
              From: isNumber ? `whatsapp:${from}` : from,
              // WhatsApp sends only approved texts: the project's, or else the plain message.
              ...(settings.content_sid
                ? {
                    ContentSid: settings.content_sid,
                    ContentVariables: JSON.stringify({ 1: code }),
                  }
                : { Body: message }),
            }
          : { To: `+${phone}`, Channel: channel, From: from, Body: message };
      const { ok, body } = await post(url, form, basic(account_sid, auth_token));
      if (!ok) throw refused(body);
      if (body.status === "failed" || body.status === "undelivered") {
        throw new SmsError(
          `twilio error: ${say(body.error_message)} ${say(body.error_code)} for message ${say(body.sid)}`,
        );
      }
      return say(body.sid);
    },
  };
};

/** Twilio Verify, which makes the codes and checks them. */
export const twilioVerify = (settings: Settings): SmsSender => {
  const { account_sid = "", auth_token = "", message_service_sid = "" } = settings;
  const base = settings.url ?? "https://verify.twilio.com";
  const service = `${base}/v2/Services/${message_service_sid}`;
  const credentials = basic(account_sid, auth_token);
  return {
    name: "twilio_verify",
    whatsapp: true,
    async send({ phone, channel }) {
      const form = { To: `+${phone}`, Channel: channel };
      const { ok, body } = await post(`${service}/Verifications`, form, credentials);
      if (!ok) throw refused(body);
      return say(body.sid);
    },
    async check(phone, code) {
      const form = { To: `+${phone}`, Code: code };
      const { ok, body } = await post(`${service}/VerificationCheck`, form, credentials);
      return ok && body.status === "approved" && body.valid === true;
    },
  };
};
