import { expect, test } from "vitest";
import { loadTemplates, MAIL_TEMPLATES, textOf } from "#backend/auth/email/templates.ts";
import { loadTestProject } from "#backend/tests/database.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

test("every mail of an account has a subject, HTML and text, and every value is filled in", async () => {
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
  const templates = await loadTemplates(loadTestProject(THE_PROJECT));
  for (const template of MAIL_TEMPLATES) {
    const { subject, html, text } = templates[template];
    expect(subject(values)).not.toBe("");
    const body = html(values);
    expect(body).not.toMatch(/\{\{|undefined/);
    expect(text?.(values) ?? textOf(body)).toMatch(/abc|123456/);
  }
});
