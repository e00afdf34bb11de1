import type { AccountFile, HeldData } from "#domain/accounts/results.ts";
import { formatMoment } from "#domain/values/dates.ts";
import { escapeHtml } from "#domain/values/html.ts";

type Row = Record<string, unknown>;

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

const words = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === "") return "<i>nothing</i>";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") {
    return MOMENT.test(value) && !Number.isNaN(Date.parse(value))
      ? escapeHtml(formatMoment(value))
      : escapeHtml(value);
  }
  if (Array.isArray(value) && value.length === 0) return "<i>nothing</i>";
  return typeof value === "object"
    ? `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
    : escapeHtml(String(value));
};

const rowOf = (row: Row): string =>
  `<dl>${Object.entries(row)
    .map(
      ([name, value]) => `<div><dt>${escapeHtml(words(name))}</dt><dd>${shown(value)}</dd></div>`,
    )
    .join("")}</dl>`;

const partOf = ({ name, title, rows }: HeldData["parts"][number]): string =>
  `<section id="${escapeHtml(name)}"><h2>${escapeHtml(title)}</h2>${
    rows.length > 0 ? rows.map(rowOf).join("") : "<p>Nothing here.</p>"
  }</section>`;

const fileOf = ({ bucket, name }: AccountFile): string => {
  const path = ["files", bucket, ...name.split("/")].map(encodeURIComponent).join("/");
  return `<li><a href="${escapeHtml(path)}">${escapeHtml(`${bucket}/${name}`)}</a></li>`;
};

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.55 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1.25rem}
h1,h2{line-height:1.2}h2{margin-top:2.5rem;border-bottom:2px solid;padding-bottom:.25rem}
dl{border:1px solid color-mix(in srgb,currentColor 30%,transparent);border-radius:.5rem;padding:.75rem 1rem;margin:.75rem 0}
dl div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:.25rem 1rem;padding:.15rem 0}
dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}pre{margin:0;white-space:pre-wrap}
nav ul{columns:2;padding-left:1.2rem}@media(max-width:34rem){dl div{grid-template-columns:1fr}nav ul{columns:1}}`;

/** The readable part of the zip: one page without scripts that loads nothing from other sites. */
export const pageOf = ({ parts, files }: HeldData, siteName: string, madeAt: string): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Your ${escapeHtml(siteName)} data</title><style>${STYLE}</style></head><body><main>
<h1>Your ${escapeHtml(siteName)} data</h1>
<p>Everything we hold about your account, as of ${escapeHtml(formatMoment(madeAt))}. The same facts are in <a href="data.json">data.json</a> for programs to read. Keep this file as safe as your account.</p>
<nav aria-label="Contents"><ul>${parts
    .map(
      ({ name, title, rows }) =>
        `<li><a href="#${escapeHtml(name)}">${escapeHtml(title)}</a> (${rows.length})</li>`,
    )
    .join("")}<li><a href="#files">Your files</a> (${files.length})</li></ul></nav>
${parts.map(partOf).join("\n")}
<section id="files"><h2>Your files</h2>${
    files.length > 0 ? `<ul>${files.map(fileOf).join("")}</ul>` : "<p>Nothing here.</p>"
  }</section></main></body></html>`;
