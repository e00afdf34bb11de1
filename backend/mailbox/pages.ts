import { createHash } from "node:crypto";
import type { MailAddress, Message, Summary } from "./messages.ts";

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d5d9e0, #3a4150); --soft: light-dark(#596273, #a6afbf);
  --page: light-dark(#f6f7f9, #14171d); --card: light-dark(#fff, #1c2028); --ink: light-dark(#171b24, #eef1f6);
  --link: light-dark(#0b57b0, #8fbdff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between; }
h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--link); }
form { display: flex; flex-wrap: wrap; gap: .5rem; }
input { flex: 1 1 12rem; min-width: 0; }
input, button, .button { font: inherit; min-height: 2.5rem; padding: .25rem .75rem; border-radius: .4rem;
  border: 1px solid var(--soft); background: var(--card); color: var(--ink); }
.button { display: inline-flex; align-items: center; text-decoration: none; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
li + li { border-top: 1px solid var(--line); }
li { padding: .75rem 1rem; overflow-wrap: anywhere; }
.meta { color: var(--soft); font-size: .9rem; }
li p, dl { margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
dt { color: var(--soft); } dd { margin: 0; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card); border: 1px solid var(--line);
  border-radius: .5rem; padding: 1rem; font: .95rem/1.5 ui-monospace, monospace; }
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

const SAFE = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-resource-policy": "same-origin",
};

const page = (title: string, body: string, status = 200): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`,
    {
      status,
      headers: {
        ...SAFE,
        "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      },
    },
  );

const named = ({ Name, Address }: MailAddress): string =>
  escaped(Name ? `${Name} <${Address}>` : Address);

const everyone = (people: MailAddress[]): string => people.map(named).join(", ");

const moment = (iso: string): string =>
  `<time datetime="${escaped(iso)}">${escaped(iso.replace("T", " ").slice(0, 19))} UTC</time>`;

const item = (mail: Summary): string => `
<li><a href="/_mailbox/view/${mail.ID}">${escaped(mail.Subject || "(no subject)")}</a>
<p class="meta">To ${everyone([...mail.To, ...mail.Cc, ...mail.Bcc])}, ${moment(mail.Created)}</p>
<p class="meta">${escaped(mail.Snippet)}</p></li>`;

interface Listing {
  query: string;
  start: number;
  limit: number;
  total: number;
  found: Summary[];
}

const turn = (label: string, query: string, start: number): string =>
  `<a class="button" href="/_mailbox?query=${encodeURIComponent(query)}&amp;start=${start}">${label}</a>`;

/** The list, newest first, with a search; works without JavaScript, so "Reload" is a link. */
export const listPage = ({ query, start, limit, total, found }: Listing): Response => {
  const count = `${total} ${total === 1 ? "message" : "messages"}`;
  const list =
    found.length > 0
      ? `<ul>${found.map(item).join("")}</ul>`
      : `<p>${query ? "Nothing matches this search." : "No mail yet. What this site sends appears here."}</p>`;
  const turns = [
    start > 0 ? turn("Newer", query, Math.max(0, start - limit)) : "",
    start + limit < total ? turn("Older", query, start + limit) : "",
  ].join(" ");
  return page(
    "Mailbox",
    `<header><h1>Mailbox</h1><form role="search" action="/_mailbox"><label class="meta" for="query">Search</label><input id="query" name="query" type="search" value="${escaped(query)}" placeholder="to:name@example.org"><button>Search</button><a class="button" href="/_mailbox">Reload</a></form></header><main><p class="meta">${count}. Mail is kept here instead of being sent.</p>${list}<p>${turns}</p></main>`,
  );
};

const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escaped(part)}" rel="noreferrer">${escaped(part)}</a>`
        : escaped(part),
    )
    .join("");

/** One message; its HTML is in a separate frame that cannot run anything. */
export const messagePage = (mail: Message): Response => {
  const facts: [string, string][] = [
    ["From", named(mail.From)],
    ["To", everyone(mail.To)],
    ["Cc", everyone(mail.Cc)],
    ["Bcc", everyone(mail.Bcc)],
    ["Reply to", everyone(mail.ReplyTo)],
    ["Sent", moment(mail.Created)],
    ["Attached", mail.Attachments.map(({ FileName }) => escaped(FileName || "a file")).join(", ")],
  ];
  const details = facts
    .filter(([, value]) => value)
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
    .join("");
  const frame = mail.HTML
    ? `<h2>Message</h2><iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/_mailbox/html/${mail.ID}"></iframe>`
    : "";
  const text = mail.Text ? `<h2>Plain text</h2><pre>${linked(mail.Text)}</pre>` : "";
  return page(
    mail.Subject || "(no subject)",
    `<header><h1>${escaped(mail.Subject || "(no subject)")}</h1><a class="button" href="/_mailbox">All messages</a></header><main><dl>${details}</dl>${frame}${text}<p><a href="/_mailbox/api/v1/message/${mail.ID}/raw">Source</a></p></main>`,
  );
};

/**
 * The message's own HTML, for the frame: no script, no form, nothing from other sites; links open outside.
 */
export const framePage = (mail: Message): Response => {
  const base = '<base target="_blank">';
  const html = /<head\b[^>]*>/i.test(mail.HTML)
    ? mail.HTML.replace(/<head\b[^>]*>/i, (head) => head + base)
    : `<!doctype html>${base}${mail.HTML}`;
  return new Response(html, {
    headers: {
      ...SAFE,
      "content-security-policy":
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; frame-ancestors 'self'",
    },
  });
};

export const missingPage = (): Response =>
  page(
    "No such message",
    `<header><h1>No such message</h1><a class="button" href="/_mailbox">All messages</a></header><main><p>It was removed, or it never was.</p></main>`,
    404,
  );
