import { PlainResponse } from "supabase-compatible-backend/core";
import { PAGE_FAILED, VERY_BUSY } from "#domain/site/faults.ts";

export interface PlainWords {
  title: string;
  /** What happened, and what to do next. */
  text: string;
  /** Whether the same address may work in a moment. */
  again?: boolean;
  /** Seconds after which the page loads itself again. */
  reloadAfter?: number;
}

/** While the site starts, for example to bring its database up to date. */
const STARTING: PlainWords = {
  title: "Back in a moment",
  text: "The site is being updated. This page will reload automatically.",
  again: true,
  reloadAfter: 5,
};

export const BUSY: PlainWords = { ...VERY_BUSY, again: true };
export const FAILED: PlainWords = { ...PAGE_FAILED, again: true };
export const ADDRESS_TOO_LONG: PlainWords = {
  title: "This address is too long",
  text: "Please check the link that brought you here, or start from the home page.",
};
export const ADDRESS_BROKEN: PlainWords = { ...ADDRESS_TOO_LONG, title: "This address is broken" };
export const FORM_TOO_LARGE: PlainWords = {
  title: "This form is too long",
  text: "Please go back and shorten what you typed.",
};
export const FORM_UNREADABLE: PlainWords = {
  title: "This form could not be read",
  text: "Please go back, reload the page and send the form again.",
};

const STYLE =
  "body{font:1.125rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto 0;padding:0 1.5rem;color:#14231d;background:#fff}h1{line-height:1.2}a{color:#0d5c44}@media(prefers-color-scheme:dark){body{color:#e8f0ec;background:#101714}a{color:#7fd6b4}}";

const pageOf = ({ title, text, again, reloadAfter }: PlainWords): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${reloadAfter ? `<meta http-equiv="refresh" content="${reloadAfter}">` : ""}<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p><p>${again ? '<a href="">Try again</a>' : '<a href="/">Go to the home page</a>'}</p></main></body></html>`;

/** Whether a person reads the response; the site's own scripts request data. */
const isSeen = (request: Request): boolean =>
  (request.headers.get("accept") ?? "").includes("text/html");

/** A response that needs neither the renderer nor the database: a page for people, JSON for programs. */
export const plainPage = (
  request: Request,
  words: PlainWords,
  status: number,
  headers: Record<string, string>,
): Response => {
  const seen = isSeen(request);
  const body = seen ? pageOf(words) : JSON.stringify({ error: `${words.title}. ${words.text}` });
  return new PlainResponse(request.method === "HEAD" ? null : body, {
    status,
    headers: {
      "content-type": seen ? "text/html; charset=utf-8" : "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...headers,
    },
  });
};

/** The response before the site serves: it is alive, and not ready yet. */
export const startingPage = (request: Request): Response =>
  new URL(request.url).pathname === "/healthz"
    ? Response.json({ ok: true })
    : plainPage(request, STARTING, 503, { "retry-after": String(STARTING.reloadAfter) });
