import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, resolve } from "node:path";
import type { Project } from "#backend/core/project/project.ts";
import { compileTemplate, type Template } from "./template-language.ts";

/** The mails of this service, by the names `[auth.email.template.<name>]` uses. */
export const MAIL_TEMPLATES = [
  "confirmation",
  "recovery",
  "magic_link",
  "email_change",
  "invite",
  "reauthentication",
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

interface Wording {
  subject: Template;
  html: Template;
  /** Null if the project gives none: then the text is made from the HTML. */
  text: Template | null;
  /** Whether the mail shows the short code, so that people may type it. */
  showsCode: boolean;
}

export type Templates = Record<MailTemplate, Wording>;

const page = (title: string, body: string, action: string | null): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px;background:#f4f4f2;font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;color:#1c1c1a">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${title}</h1>
<p style="margin:0 0 24px;font-size:16px;line-height:1.5">${body}</p>
${
  action
    ? `<p style="margin:0 0 24px"><a href="{{ .ConfirmationURL }}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1c1c1a;color:#ffffff;text-decoration:none;font-size:16px">${action}</a></p>
<p style="margin:0 0 24px;font-size:14px;line-height:1.5">Or enter the code <strong>{{ .Token }}</strong>.</p>`
    : `<p style="margin:0 0 24px;font-size:28px;letter-spacing:4px"><strong>{{ .Token }}</strong></p>`
}
<p style="margin:0;font-size:13px;line-height:1.5;color:#5c5c58">This was sent to {{ .SendingTo }} because of a request at {{ .SiteURL }}. If it was not you, you can ignore it.</p>
</div>
</body>
</html>
`;

const DEFAULTS: Record<MailTemplate, { subject: string; html: string }> = {
  confirmation: {
    subject: "Confirm your email address",
    html: page(
      "Confirm your email address",
      "Thank you for signing up. Please confirm that {{ .Email }} is your address.",
      "Confirm email address",
    ),
  },
  recovery: {
    subject: "Reset your password",
    html: page(
      "Reset your password",
      "Somebody asked to reset the password of your account. Follow the link to choose a new one.",
      "Choose a new password",
    ),
  },
  magic_link: {
    subject: "Your sign-in link",
    html: page("Sign in", "Follow the link to sign in. It works once.", "Sign in"),
  },
  email_change: {
    subject: "Confirm your new email address",
    html: page(
      "Confirm the change of your email address",
      "Please confirm that the address of your account changes from {{ .Email }} to {{ .NewEmail }}.",
      "Confirm the change",
    ),
  },
  invite: {
    subject: "You have been invited",
    html: page(
      "You have been invited",
      "You have been invited to create an account at {{ .SiteURL }}.",
      "Accept the invitation",
    ),
  },
  reauthentication: {
    subject: "{{ .Token }} is your verification code",
    html: page("Confirm that it is you", "Enter this code to go on:", null),
  },
};

/** `.Token` in an action, and not the beginning of `.TokenHash`. */
const TOKEN = /\{\{[^}]*\.Token\b[^}]*\}\}/;

/** The CLI reads `content_path` from the folder above `supabase/`; absolute paths are used unchanged. */
const locate = (folder: string, path: string): string => {
  if (isAbsolute(path)) return path;
  const fromProject = resolve(dirname(folder), path);
  return existsSync(fromProject) ? fromProject : resolve(folder, path);
};

/**
 * The text of every mail: the project's if it has one, otherwise ours. A file `x.txt` beside the template
 * `x.html` is the mail's text part. Throws, naming the mail, if a template is missing or invalid.
 */
export const loadTemplates = async (project: Project): Promise<Templates> => {
  const load = async (template: MailTemplate): Promise<[MailTemplate, Wording]> => {
    const given = project.config.auth.email.templates[template] ?? {};
    const fallback = DEFAULTS[template];
    try {
      const path = given.contentPath ? locate(project.folder, given.contentPath) : null;
      const html = path ? await readFile(path, "utf8") : fallback.html;
      const beside = path?.replace(/\.[^./\\]+$/, ".txt");
      const text = beside && existsSync(beside) ? await readFile(beside, "utf8") : null;
      const subject = given.subject ?? fallback.subject;
      return [
        template,
        {
          showsCode: [subject, html, text ?? ""].some((part) => TOKEN.test(part)),
          subject: compileTemplate(subject, { html: false }),
          html: compileTemplate(html, { html: true }),
          text: text === null ? null : compileTemplate(text, { html: false }),
        },
      ];
    } catch (cause) {
      throw new Error(
        `The mail template "${template}" cannot be used: ${cause instanceof Error ? cause.message : cause}`,
        { cause },
      );
    }
  };
  return Object.fromEntries(await Promise.all(MAIL_TEMPLATES.map(load))) as Templates;
};

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };

const decode = (html: string): string =>
  html.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name.toLowerCase()] ?? whole;
    const code = Number(name[1]?.toLowerCase() === "x" ? `0${name.slice(1)}` : name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** A plain-text version of a mail's HTML: links with their address, each block on its own line. */
export const textOf = (html: string): string => {
  const body = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(head|style|script)\b[\s\S]*?<\/\1>/gi, "")
    .replace(/\s+/g, " ")
    .replace(
      /<a\b[^>]*\bhref=(["'])(.*?)\1[^>]*>(.*?)<\/a>/gi,
      (_whole, _quote, href: string, label: string) => {
        const words = label.replace(/<[^>]*>/g, "").trim();
        return words && words !== href ? `${words}: ${href}` : href;
      },
    )
    .replace(/<(br|hr)\b[^>]*>|<\/(p|div|h[1-6]|li|tr|table|ul|ol)>/gi, "\n")
    .replace(/<[^>]*>/g, "");
  return `${decode(body)
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n\n")}\n`;
};
