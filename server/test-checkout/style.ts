import { createHash } from "node:crypto";

/** The site's colours (web/app.css), because these pages cannot use its built style sheet. */
export const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 "Instrument Sans Variable", Arial, sans-serif;
  color: light-dark(#0b2a20, #e8f1ec); background: light-dark(#f5f8f6, #0c1613); }
* { box-sizing: border-box; }
body { margin: 0; }
.band { background: #08301f; color: #e8f1ec; padding: 1rem 1.25rem; font-weight: 700; font-size: 1.25rem; }
.notice { background: light-dark(#fff1d1, #35290f); color: light-dark(#7d4c00, #ffc96b);
  padding: .75rem 1.25rem; font-weight: 600; text-align: center; margin: 0; }
main { max-width: 30rem; margin: 2rem auto; padding: 1.75rem; border-radius: 1rem;
  background: light-dark(#ffffff, #13211c); border: 1px solid light-dark(#d4ded9, #273a33); }
h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.018em; }
.price { font-size: 2.25rem; font-weight: 700; margin: .5rem 0; letter-spacing: -.03em; }
.soft { color: light-dark(#45594f, #a6b8af); margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: light-dark(#45594f, #a6b8af); }
dd { margin: 0; overflow-wrap: anywhere; }
.alert { background: light-dark(#fde8e5, #3c1814); color: light-dark(#b3261e, #ff9a8d);
  padding: .75rem 1rem; border-radius: .5rem; }
form { margin: .75rem 0 0; }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .7rem 1rem; font: inherit;
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; border-radius: .625rem;
  border: 1px solid light-dark(#71867b, #71877c); background: transparent; color: inherit; }
.main { background: #ffb51f; color: #0b2a20; border-color: #ffb51f; }
:focus-visible { outline: 3px solid light-dark(#0a7a50, #ffc34a); outline-offset: 2px; }
@media (max-width: 32rem) { main { margin: 1rem; padding: 1.25rem; } }
`;

const HASH = createHash("sha256").update(STYLE).digest("base64");

/** The headers of these pages: no script, nothing from other sites, no frame, no cache. */
export const pageHeaders = (siteOrigin: string): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; style-src 'sha256-${HASH}'; form-action 'self' ${siteOrigin}; base-uri 'none'; frame-ancestors 'none'`,
  // The address grants access to the page, so it is not sent to other sites.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
});
