import { createTransport } from "nodemailer";
import { beforeEach, expect, test } from "vitest";
import { systemClock } from "#backend/core/clock.ts";
import { silentLog } from "#backend/core/log.ts";
import { testDatabase } from "#backend/tests/database.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { createMailbox } from "./mailbox.ts";

const database = perFile(testDatabase);
const mailbox = perFile(() =>
  createMailbox({ db: database.db, clock: systemClock, log: silentLog }),
);
beforeEach(() => database.db.query("truncate _backend.mailbox"));

const get = (path: string, init?: RequestInit, ip = "127.0.0.1") =>
  mailbox.fetch(new Request(`http://localhost:3000/_mailbox${path}`, init), { ip });

const send = async (mail: Parameters<ReturnType<typeof createTransport>["sendMail"]>[0]) => {
  const transport = createTransport({ url: mailbox.smtpUrl });
  try {
    await transport.sendMail({ from: "The Site <site@example.org>", ...mail });
  } finally {
    transport.close();
  }
};

const mail = {
  to: "Ann <ann@example.org>",
  bcc: "hidden@example.org",
  subject: "Confirm «your» address",
  text: "Go to http://localhost:3000/confirm?token=1&x=2 now",
  html: '<p>Go <a href="http://localhost:3000/confirm">here</a><script>alert(1)</script></p>',
};

test("stores the mails it receives and returns them in Mailpit's format", async () => {
  await send(mail);
  const list = await (await get("/api/v1/messages")).json();
  expect(list).toMatchObject({
    total: 1,
    count: 1,
    messages: [
      {
        From: { Name: "The Site", Address: "site@example.org" },
        To: [{ Name: "Ann", Address: "ann@example.org" }],
        Bcc: [{ Name: "", Address: "hidden@example.org" }],
        Subject: "Confirm «your» address",
        Snippet: "Go to http://localhost:3000/confirm?token=1&x=2 now",
      },
    ],
  });
  const [{ ID, Created }] = list.messages;
  expect(Number.isNaN(Date.parse(Created))).toBe(false);
  const message = await (await get(`/api/v1/message/${ID}`)).json();
  expect(message.HTML).toContain("http://localhost:3000/confirm");
  expect(message.Text.trim()).toBe(mail.text);
  expect((await (await get("/api/v1/message/latest")).json()).ID).toBe(ID);
  expect(await (await get(`/api/v1/message/${ID}/raw`)).text()).toContain("MIME-Version: 1.0");
});

test("the pages show mail as text and its HTML only in a frame that runs nothing", async () => {
  await send({ ...mail, subject: "<img src=x onerror=alert(1)>" });
  const list = await get("");
  expect(list.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await list.text();
  expect(html).not.toContain("<img");
  const id = /view\/(\w+)/.exec(html)?.[1];
  const view = await (await get(`/view/${id}`)).text();
  expect(view).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(view).toContain('href="http://localhost:3000/confirm?token=1&#38;x=2"');
  const frame = await get(`/html/${id}`);
  expect(frame.headers.get("content-security-policy")).toMatch(/^sandbox allow-popups /);
  expect(frame.headers.get("content-security-policy")).not.toContain("allow-scripts");
  expect((await get("/view/nothing")).status).toBe(404);
});

test.each([
  ["a caller elsewhere", "http://localhost:3000/_mailbox", "192.0.2.1"],
  ["a name that is not this machine's", "http://evil.example/_mailbox", "127.0.0.1"],
  ["a name made to look local", "http://127.0.0.1.evil.example/_mailbox", "::1"],
])("refuses %s", async (_what, url, ip) => {
  await expect(mailbox.fetch(new Request(url), { ip })).rejects.toMatchObject({ status: 403 });
});

test.each([
  ["x-forwarded-for", "192.0.2.1"],
  ["x-real-ip", "192.0.2.1"],
  ["forwarded", "for=192.0.2.1"],
  ["via", "1.1 proxy"],
  ["x-forwarded-host", "www.example.org"],
])("refuses requests through a proxy that sends %s", async (name, value) => {
  const { status } = await get("", { headers: { [name]: value } }).catch((error) => error);
  expect(status).toBe(403);
});

test("accepts every spelling of this machine's address", async () => {
  for (const ip of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect((await get("", {}, ip)).status).toBe(200);
  const byAddress = new Request("http://[::1]:3000/_mailbox");
  expect((await mailbox.fetch(byAddress, { ip: "::1" })).status).toBe(200);
});

test("removes on request", async () => {
  await send(mail);
  const remove = (body?: string) => get("/api/v1/messages", { method: "DELETE", body });
  await expect(remove('{"IDs":[1]}')).rejects.toMatchObject({ status: 400 });
  expect((await (await get("/api/v1/messages")).json()).total).toBe(1);
  // As in Mailpit: without a body (and so without a type) all of them.
  expect((await remove()).status).toBe(200);
  expect((await (await get("/api/v1/messages")).json()).total).toBe(0);
});
