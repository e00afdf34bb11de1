import display from "./fonts/bricolage-grotesque-english.woff2?url";
import text from "./fonts/instrument-sans-english.woff2?url";

/** Links for the head: the two fonts of every page, loaded before the style sheet names them. */
export const fontPreloads = [display, text].map((href) => ({
  rel: "preload" as const,
  as: "font" as const,
  type: "font/woff2",
  crossOrigin: "anonymous" as const,
  href,
}));
