import type { ReactNode } from "react";

/** The HTML that some facts had before, or null. */
type FindHtml = (
  facts: readonly unknown[],
  content: () => ReactNode,
  pathname: string,
) => string | null;

/** Only the server renders to text (web/entry.server.tsx). */
let find: FindHtml | null = null;

export const setHtmlCache = (cache: FindHtml): void => {
  find = cache;
};

/**
 * The children of an element whose HTML is the same wherever these facts are, of which the first is its name. The
 * server renders them once and copies the text into its pages; to the browser they are children like others.
 * The facts are all that the content may use: no id, and of all contexts only the location, for its links. So
 * a text is never out of date. The caller's own hooks come before the call.
 */
export const sameHtml = (
  facts: readonly unknown[],
  content: () => ReactNode,
  pathname = "/",
): { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } } => {
  const html = find?.(facts, content, pathname);
  return html ? { dangerouslySetInnerHTML: { __html: html } } : { children: content() };
};
