import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { EMPTY_PROJECT, loadTestProject } from "#backend/tests/database.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { loadTemplates, MAIL_TEMPLATES, textOf } from "./templates.ts";

const values = {
  SiteURL: "https://site.example",
  ConfirmationURL: "https://api.example/auth/v1/verify?token=abc&type=signup",
  Token: "123456",
  TokenHash: "abc",
  RedirectTo: "https://site.example",
  Email: "a@example.org",
  NewEmail: "b@example.org",
  SendingTo: "a@example.org",
  Data: {},
};

it("the text part keeps the words, the links and nothing else", () => {
  expect(
    textOf(`<html><head><title>No</title><style>p{}</style></head><body>
      <h1>Hello&nbsp;there</h1><p>One &amp; two<br>three</p>
      <p><a class="x" href="https://a.example/?b=1&#38;c=2"><b>Go</b></a></p><!-- no --></body>`),
  ).toBe("Hello there\n\nOne & two\n\nthree\n\nGo: https://a.example/?b=1&c=2\n");
});

it("the mails all have a subject, HTML and text", async () => {
  const templates = await loadTemplates(loadTestProject(EMPTY_PROJECT));
  for (const template of MAIL_TEMPLATES) {
    const { subject, html, text } = templates[template];
    expect(subject(values)).not.toBe("");
    const body = html(values);
    expect(body).not.toMatch(/\{\{|undefined/);
    const words = text?.(values) ?? textOf(body);
    expect(words).toMatch(/abc|123456/);
  }
});

it("the mails name the one that cannot be used", async () => {
  const file = path.join(newFolder("templates-"), "invite.html");
  writeFileSync(file, "{{ template .X }}");
  const project = loadTestProject(EMPTY_PROJECT);
  project.config.auth.email.templates = { invite: { contentPath: file } };
  await expect(loadTemplates(project)).rejects.toThrow(/mail template "invite" cannot be used/);
  project.config.auth.email.templates = { invite: { contentPath: `${file}.gone` } };
  await expect(loadTemplates(project)).rejects.toThrow(/"invite" cannot be used/);
});
