import { mailColours } from "#domain/site/palette.ts";
import { escapeHtml } from "#domain/values/html.ts";
import type { ComposedMail, MailSite } from "./mail.ts";

const FONT = "font-family:'Instrument Sans',-apple-system,'Segoe UI',Arial,sans-serif";

/** Colours that dark mode changes are here; the attributes are for mail programs without styles. */
const STYLE = `
      :root { color-scheme: light dark; }
      .paper { background: #f5f8f6; }
      .card { background: #ffffff; border: 1px solid #d4ded9; border-top: 0; }
      .ink { color: #0b2a20; }
      .soft, .soft a { color: #45594f; }
      .pad { padding: 32px; }
      .edge { padding: 20px 32px; }
      @media (prefers-color-scheme: dark) {
        .paper { background: #0c1613; }
        .card { background: #13211c; border-color: #273a33; }
        .ink { color: #e8f1ec; }
        .soft, .soft a { color: #a6b8af; }
      }
      @media (max-width: 600px) {
        .pad { padding: 24px 20px; }
        .edge { padding: 20px; }
      }`;

const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 20px;font-size:17px;line-height:26px">${escapeHtml(text)}</p>`;

const smallPrint = (text: string): string =>
  `<p class="soft" style="margin:0;font-size:14px;line-height:21px">${escapeHtml(text)}</p>`;

const facts = ({ facts: rows }: ComposedMail): string =>
  rows.length === 0
    ? ""
    : `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">${rows
        .map(
          ({ label, value }) =>
            `<tr><td class="soft" style="padding:4px 16px 4px 0;font-size:15px;line-height:22px;vertical-align:top;${FONT}">${escapeHtml(label)}</td><td class="ink" style="padding:4px 0;font-size:15px;line-height:22px;font-weight:600;${FONT}">${escapeHtml(value)}</td></tr>`,
        )
        .join("")}</table>`;

const button = ({ button: act }: ComposedMail, site: MailSite): string => {
  const { button: ground, buttonText } = mailColours(site.colour);
  return act
    ? `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td style="background:${ground};border-radius:10px"><a href="${escapeHtml(site.url + act.path)}" style="display:inline-block;padding:14px 24px;font-size:17px;line-height:22px;font-weight:700;color:${buttonText};text-decoration:none;${FONT}">${escapeHtml(act.label)}</a></td></tr></table>`
    : "";
};

/** The button's address, for mail programs in which the button does not work. */
const address = ({ button: act }: ComposedMail, site: MailSite): string =>
  act
    ? `<p class="soft" style="margin:16px 0 0;font-size:14px;line-height:21px;word-break:break-all">Button not working? Copy this link into your browser:<br><a href="${escapeHtml(site.url + act.path)}">${escapeHtml(site.url + act.path)}</a></p>`
    : "";

/** The reason for this mail and how to stop it; `unsubscribe` is null for mails that are always sent. */
const why = (mail: ComposedMail, site: MailSite, unsubscribe: string | null): string =>
  mail.why ??
  (unsubscribe
    ? `You're receiving this because of your ${site.name} email settings.`
    : `You're receiving this because it's about your ${site.name} account or something you asked for.`);

/** The mail as HTML, in the site's style, without pictures. */
export const htmlOf = (mail: ComposedMail, site: MailSite, unsubscribe: string | null): string =>
  `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${escapeHtml(mail.subject)}</title>
    <style>${STYLE}
    </style>
  </head>
  <body class="paper" bgcolor="#f5f8f6" style="margin:0;padding:0;${FONT}">
    <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}</div>
    <table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f5f8f6"><tr><td align="center" style="padding:32px 12px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
        <tr><td class="edge" style="background:${mailColours(site.colour).band};border-radius:12px 12px 0 0;color:#ffffff;font-size:22px;line-height:28px;font-weight:700;${FONT}">${escapeHtml(site.name)}</td></tr>
        <tr><td class="card pad" bgcolor="#ffffff" style="border-radius:0 0 12px 12px;${FONT}">
          <h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:32px;font-weight:700">${escapeHtml(mail.heading)}</h1>
          ${mail.paragraphs.map(paragraph).join("\n          ")}
          ${facts(mail)}${button(mail, site)}
          ${mail.small.map(smallPrint).join("\n          ")}${address(mail, site)}
        </td></tr>
        <tr><td class="soft edge" style="font-size:13px;line-height:20px;${FONT}">${escapeHtml(why(mail, site, unsubscribe))}${
          unsubscribe
            ? ` <a href="${escapeHtml(unsubscribe)}">Stop these emails</a> or <a href="${escapeHtml(site.url)}/account?tab=notifications">change your choices</a>.`
            : ""
        }<br>Sent by ${escapeHtml(site.name)}, <a href="${escapeHtml(site.url)}">${escapeHtml(site.url)}</a>${site.company ? `<br>${escapeHtml(site.company)}` : ""}</td></tr>
      </table>
    </td></tr></table>
  </body>
</html>
`;

/** The mail as text. */
export const textOf = (mail: ComposedMail, site: MailSite, unsubscribe: string | null): string =>
  `${[
    mail.heading,
    ...mail.paragraphs,
    ...(mail.facts.length
      ? [mail.facts.map(({ label, value }) => `${label}: ${value}`).join("\n")]
      : []),
    ...(mail.button ? [`${mail.button.label}:\n${site.url}${mail.button.path}`] : []),
    ...mail.small,
    `--\n${why(mail, site, unsubscribe)}${unsubscribe ? `\nStop these emails: ${unsubscribe}` : ""}\nSent by ${site.name}, ${site.url}${site.company ? `\n${site.company}` : ""}`,
  ].join("\n\n")}\n`;
