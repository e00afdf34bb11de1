import { expect, it } from "vitest";
import type { SmsConfig } from "#backend/core/project/project.ts";
import { startGateway } from "#backend/tests/conformance/auth-gateway.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { createSender } from "./senders.ts";

const gateway = perFile(startGateway);

const senderOf = (name: string, settings: Record<string, string>) => {
  const sender = { name, settings: { ...settings, url: gateway.url } };
  const made = createSender({ sender } as unknown as SmsConfig);
  if (!made) throw new Error("no sender");
  return made;
};
const TWILIO = { account_sid: "AC1", auth_token: "t", message_service_sid: "MG1" };
const text = { phone: "447700900123", message: "Your code is 123456", code: "123456" };
const last = () => gateway.received.at(-1);

it.each([
  [
    "twilio",
    TWILIO,
    "/2010-04-01/Accounts/AC1/Messages.json",
    { To: "+447700900123", From: "MG1", Body: text.message, Channel: "sms" },
    `Basic ${Buffer.from("AC1:t").toString("base64")}`,
    /^SM\d+$/,
  ],
  [
    "twilio_verify",
    TWILIO,
    "/v2/Services/MG1/Verifications",
    { To: "+447700900123", Channel: "sms" },
    `Basic ${Buffer.from("AC1:t").toString("base64")}`,
    /^VE\d+$/,
  ],
  [
    "messagebird",
    { originator: "Us", access_key: "k" },
    "/messages",
    {
      originator: "Us",
      body: text.message,
      recipients: text.phone,
      type: "sms",
      datacoding: "unicode",
    },
    "AccessKey k",
    /^MB1$/,
  ],
  [
    "textlocal",
    { sender: "Us", api_key: "k" },
    "/send",
    { sender: "Us", apikey: "k", message: text.message, numbers: text.phone },
    undefined,
    /^TL1$/,
  ],
  [
    "vonage",
    { from: "Us", api_key: "k", api_secret: "s" },
    "/sms/json",
    { from: "Us", to: text.phone, text: text.message, api_key: "k", api_secret: "s" },
    undefined,
    /^VO1$/,
  ],
])("%s is called by its own protocol", async (name, settings, path, form, authorization, id) => {
  expect(await senderOf(name, settings).send({ ...text, channel: "sms" })).toMatch(id);
  expect(last()).toMatchObject({ path, form });
  expect(Object.keys(last()?.form ?? {}).sort()).toEqual(Object.keys(form).sort());
  expect(last()?.headers.authorization).toBe(authorization);
});

it("lets Twilio Verify check the code", async () => {
  const sender = senderOf("twilio_verify", TWILIO);
  await sender.send({ ...text, channel: "sms" });
  expect(await sender.check?.(text.phone, "000000")).toBe(false);
  expect(await sender.check?.(text.phone, "424242")).toBe(true);
  expect(await sender.check?.(text.phone, "424242")).toBe(false);
});
