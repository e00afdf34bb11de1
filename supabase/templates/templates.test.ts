import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { compileTemplate } from "#backend/auth/email/template-language.ts";
import { loadTemplates } from "#backend/auth/email/templates.ts";
import { loadTestProject } from "#backend/tests/database.ts";
import { accountsMails } from "#domain/accounts/mails.ts";
import { htmlOf } from "#domain/notifications/mail-layout.ts";
import { composeMail, composeWords } from "#domain/notifications/wording.ts";
import { MAIL_SITE } from "#tests/examples/mail-site.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

const HERE = import.meta.dirname;
const LINKS: Record<string, string> = {
  confirmation: "/confirm-email?token_hash=abc123&type=signup",
  recovery: "/reset-password?mode=reset&token_hash=abc123&type=recovery",
  magic_link:
    "/confirm-email?token_hash=abc123&type=magiclink&next=https://www.example.org/confirm-email?way=Y2xpZW50",
  email_change: "/confirm-email?token_hash=abc123&type=email_change",
  invite: "/reset-password?mode=reset&token_hash=abc123&type=invite",
};

const values = {
  SiteName: "Local <b> & Co",
  SiteURL: "https://www.example.org",
  TokenHash: "abc123",
  Token: "999111",
  ConfirmationURL: "https://api.example.org/verify-and-burn",
  RedirectTo: "https://www.example.org/confirm-email?way=Y2xpZW50",
  Email: "a&b@example.org",
  NewEmail: "<new>@example.org",
  Data: { first_name: "Win £1000 at evil.example" },
};

const render = (file: string, html: boolean, given: Record<string, unknown> = values) =>
  compileTemplate(readFileSync(path.join(HERE, file), "utf8"), { html })(given);

it("a link is good for one hour, as mails and pages say (web/features/accounts)", () => {
  const config = readFileSync(path.join(HERE, "../config.toml"), "utf8");
  expect(/^otp_expiry = (\d+)$/m.exec(config)?.[1]).toBe("3600");
});

it("has an HTML and a text part for each mail, and nothing else", () => {
  const found = readdirSync(HERE).filter((file) => !file.endsWith(".test.ts"));
  const expected = Object.keys(accountsMails).flatMap((name) => [`${name}.html`, `${name}.txt`]);
  expect(found.sort()).toEqual(expected.sort());
});

describe.each(Object.entries(LINKS))("%s", (name, link) => {
  it("leads to a page of ours, so that opening it burns nothing", () => {
    const html = render(`${name}.html`, true);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    const inQuery = link.replace(/(?<=next=).*/, encodeURIComponent);
    expect(links).toEqual([
      `https://www.example.org${inQuery.replaceAll("&", "&amp;")}`,
      "https://www.example.org",
    ]);
    expect(render(`${name}.txt`, false)).toContain(`\nhttps://www.example.org${link}\n`);
  });

  it("is signed with the site's own name, and with ours where there is none", () => {
    for (const html of [true, false]) {
      const file = `${name}.${html ? "html" : "txt"}`;
      const named = render(file, html);
      expect(named).toContain(html ? "Local &#60;b&#62; &#38; Co" : "Local <b> & Co");
      expect(named).not.toContain("Solutionz");
      expect(render(file, html, { ...values, SiteName: undefined })).toContain("Solutionz");
    }
  });

  it("needs no picture, script or other site, and contains nothing a stranger chose", () => {
    const html = render(`${name}.html`, true);
    expect(html).not.toMatch(/<img|<script|url\(|@import|\{\{/);
    expect(html).not.toContain("<new>");
    expect(html + render(`${name}.txt`, false)).not.toMatch(/evil|verify-and-burn|999111/);
    expect(html).toContain('lang="en-GB"');
  });
});

/** A mail without what it says: everything around its own words, which all of them share. */
const frameOf = (name: string): string =>
  readFileSync(path.join(HERE, `${name}.html`), "utf8")
    .replace(/<title>.*<\/title>/, "")
    .replace(/(<div style="display:none[^>]*>).*(<\/div>)/, "$1$2")
    .replace(/(<h1[^>]*>).*(<\/h1>)/, "$1$2")
    .replaceAll(/(<p[^>]*>).*?(<\/p>)/g, "$1$2")
    .replace(/(<a )href="[^"]*"( style[^>]*>).*?(<\/a>)/, "$1$2$3");

it("gives each mail the same frame, so that a change of the look reaches all of them", () => {
  const [first = "", ...others] = Object.keys(LINKS);
  expect(frameOf(first)).toContain("prefers-color-scheme: dark");
  for (const name of others) expect(frameOf(name), name).toBe(frameOf(first));
});

describe.each(Object.entries(accountsMails))("%s", (name, mail) => {
  const site = { ...MAIL_SITE, name: values.SiteName, url: values.SiteURL };
  const data = { email: values.Email, new_email: values.NewEmail, code: values.Token };
  const given = (words: unknown) => {
    const composed = composeWords(mail, words, { site: site.name, ...mail.values?.(data, site) });
    const { subject: Subject, preview: Preview, heading: Heading } = composed;
    const { paragraphs: Paragraphs, small: Small } = composed;
    return { ...values, Subject, Preview, Heading, Paragraphs, Small };
  };

  it("says without the words of the site what the site would say", async () => {
    const { subject, html, text } = (await loadTemplates(loadTestProject(THE_PROJECT)))[
      name as "invite"
    ];
    for (const part of [subject, html, text]) {
      expect(part?.(given(null))).toContain(values.SiteURL.slice(0, part === subject ? 0 : 99));
      expect(part?.(given(null))).toBe(part?.(values));
    }
  });

  it("has other words, escaped, with its button between text and small print", () => {
    const text = mail.text.replace("{{link}}", "Sincerely & truly\n\n{{link}}\nBe careful.");
    const words = { subject: "Hi & hello", heading: "Good & day", text };
    const html = render(`${name}.html`, true, given(words));
    expect(html).toContain("<title>Hi &#38; hello</title>");
    expect(html).toContain(">Good &#38; day</h1>");
    const seen = (page: string) =>
      (/<h1[\s\S]*?<tr>/.exec(page.replace(/ style="[^"]*"/g, "")) ?? [""])[0]
        .replace(/<[^>]*>/g, " ")
        .replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(code))
        .replace(
          /&(amp|lt|gt|quot);/g,
          (_whole, sign: string) => ({ amp: "&", lt: "<", gt: ">" })[sign] ?? '"',
        )
        .split(/\s+/)
        .join(" ");
    // The preview for admins, and tests, are drawn by the layout of the notices.
    const preview = htmlOf(composeMail(mail, data, site, words), site, null);
    expect(seen(html)).toBe(seen(preview));
    expect(render(`${name}.txt`, false, given(words))).toContain("Good & day\n\n");
  });
});
