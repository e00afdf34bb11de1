import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { receiveMail } from "#backend/mailbox/receive.ts";
import { perTest } from "#backend/tests/per-file.ts";
import { silentLog } from "../log.ts";
import { createMailSender } from "./mail.ts";

it.each([
  ["hello@example.org", "Local Hands"],
  ["Our Desk <hello@example.org>", "Our Desk"],
])("mail from %s is sent under the name %s", async (from, name) => {
  const received: Uint8Array[] = [];
  const server = await perTest(receiveMail(async (raw) => void received.push(raw), silentLog));
  const sender = await perTest(createMailSender(server.url, from));
  const words = { subject: "Hello", html: "<p>Hello</p>", text: "Hello" };
  await sender.send({ id: "1", to: "ann@example.org", senderName: "Local Hands", ...words });
  expect(await PostalMime.parse(received[0] ?? "")).toMatchObject({
    from: { name, address: "hello@example.org" },
    messageId: "<1@example.org>",
  });
});
