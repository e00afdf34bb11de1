import { type APIRequestContext, expect } from "@playwright/test";

interface Message {
  ID: string;
  Subject: string;
}

/** Where this worker's site is: the fixture `site` started it. */
export const siteUrl = (): string => {
  const address = process.env.SITE;
  if (!address) throw new Error("SITE is not set: ask for the fixture `site`");
  return address;
};

/**
 * The newest mail to an address whose subject has these words, waited for: its text, from the trial
 * mailbox in Mailpit's shape.
 */
export const mailTo = async (
  request: APIRequestContext,
  address: string,
  subject: RegExp,
  site = siteUrl(),
): Promise<string> => {
  let found: Message | undefined;
  const poll = async () => {
    const query = encodeURIComponent(`to:${address}`);
    const response = await request.get(`${site}/_mailbox/api/v1/search?query=${query}`);
    const { messages } = (await response.json()) as { messages: Message[] };
    found = messages.find((message) => subject.test(message.Subject));
    return Boolean(found);
  };
  // Playwright's own pauses grow to a second each, which is longer than a mail takes.
  await expect.poll(poll, { intervals: [100] }).toBe(true);
  const mail = await request.get(`${site}/_mailbox/api/v1/message/${found?.ID}`);
  return ((await mail.json()) as { Text: string }).Text;
};

/** The first link of a mail that leads to this path of the site. */
export const linkIn = (text: string, path: string): string => {
  const link = text.match(/https?:\/\/[^\s<>"]+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`No link to ${path} in:\n${text}`);
  return link;
};
