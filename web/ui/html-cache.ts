import type { ReactNode } from "react";

/** Renders content that uses no context but the router's location. */
type RenderHtml = (content: ReactNode, pathname: string) => string;

/** A part of a page: text, or bytes that were text before. */
export type PagePart = string | Uint8Array;

/** React's request to load a picture early, which belongs to the head: here it would be a child that the browser does not expect. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** Bytes of a generation; there are two. A card and its facts take three thousand. */
const MOST = 4_000_000;

const NONE = new Uint8Array();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The server's cache of HTML by the facts from which it was made (same-html.ts). Facts that come for the first time are
 * only remembered, because most of a large site's come once before they change. While a page is rendered, a
 * mark stands for each text, so that React, the search for scripts and the encoder need not read it.
 */
export const createHtmlCache = (render: RenderHtml) => {
  /** Unknown outside of this process, which sends none. */
  const mark = `<!--${crypto.randomUUID()} `;
  let known = new Map<string, Uint8Array>();
  let before = new Map<string, Uint8Array>();
  let size = 0;
  /** The texts of the page that is being rendered. */
  let used: Uint8Array[] | null = null;

  /** A full generation replaces the one before: what was not used meanwhile is forgotten. */
  const remember = (key: string, html: Uint8Array): void => {
    if (size > MOST) {
      before = known;
      known = new Map();
      size = 0;
    }
    known.set(key, html);
    size += key.length + html.length;
  };

  const renderAlone = (content: ReactNode, pathname: string): Uint8Array => {
    const page = used;
    used = null;
    try {
      return encoder.encode(render(content, pathname).replace(PRELOADS, ""));
    } finally {
      used = page;
    }
  };

  return {
    find(facts: readonly unknown[], content: () => ReactNode, pathname: string): string | null {
      const key = JSON.stringify(facts);
      let html = known.get(key);
      if (!html?.length) {
        const isNew = html === undefined;
        html ??= before.get(key);
        if (html?.length === 0 || !isNew) html = renderAlone(content(), pathname);
        remember(key, html ?? NONE);
      }
      if (!html?.length) return null;
      return used ? `${mark}${used.push(html) - 1}-->` : decoder.decode(html);
    },
    /** The parts of a page that is rendered at once. */
    partsOf(renderPage: () => string): PagePart[] {
      const texts: Uint8Array[] = [];
      used = texts;
      try {
        const [start = "", ...others] = renderPage().split(mark);
        return [
          start,
          ...others.flatMap((part) => {
            const end = part.indexOf("-->");
            return [texts[Number(part.slice(0, end))] ?? NONE, part.slice(end + 3)];
          }),
        ];
      } finally {
        used = null;
      }
    },
  };
};
