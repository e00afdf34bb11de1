import type { ReactNode } from "react";

/** Renders content that uses no context but the router's location. */
type RenderHtml = (content: ReactNode, pathname: string) => string;

/** Only the server renders to text (web/entry.server.tsx). */
let render: RenderHtml | null = null;

export const setHtmlRenderer = (renderer: RenderHtml): void => {
  render = renderer;
};

const known = new Map<string, string>();

/** React's request to load a picture early, which belongs to the head: here it would be a child that the browser does not expect. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** More than a site needs at once, so older entries are out of date. */
const MOST = 50;

/**
 * The children of an element whose HTML is the same on every page with these facts, of which the first is its
 * name. The server renders it once and copies the text into its pages; to the browser they are children like
 * others. The content may use the facts alone, no id, and of all contexts only the location, for its links.
 */
export const sameHtml = (
  facts: readonly unknown[],
  pathname: string,
  content: () => ReactNode,
): { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } } => {
  if (!render) return { children: content() };
  const key = JSON.stringify(facts);
  let html = known.get(key);
  if (html === undefined) {
    html = render(content(), pathname).replace(PRELOADS, "");
    if (known.size >= MOST) known.clear();
    known.set(key, html);
  }
  return { dangerouslySetInnerHTML: { __html: html } };
};
