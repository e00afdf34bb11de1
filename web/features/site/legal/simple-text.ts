/** The parts of an admin's text. No HTML is made from it, so none can be injected. */
export type Inline =
  | { kind: "text" | "strong"; text: string }
  | { kind: "link"; text: string; href: string };
type Block =
  | { kind: "heading" | "paragraph"; content: Inline[] }
  | { kind: "list"; items: Inline[][] };

/** **bold** and [words](address); only harmless addresses become links. */
const MARKS = /\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:\/\/[^\s)]+|mailto:[^\s)]+|\/(?!\/)[^\s)]*)\)/g;

export const readInline = (text: string): Inline[] => {
  const found: Inline[] = [];
  let from = 0;
  for (const mark of text.matchAll(MARKS)) {
    if (mark.index > from) found.push({ kind: "text", text: text.slice(from, mark.index) });
    const [all, strong, words, href] = mark;
    if (strong) found.push({ kind: "strong", text: strong });
    else found.push({ kind: "link", text: words ?? "", href: href ?? "" });
    from = mark.index + all.length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
};

/** Paragraphs separated by empty lines, `## ` headings, and lists of lines with `- `. */
export const readText = (text: string): Block[] =>
  text
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part): Block => {
      if (part.startsWith("## ")) return { kind: "heading", content: readInline(part.slice(3)) };
      const lines = part.split("\n");
      if (lines.every((line) => line.startsWith("- "))) {
        return { kind: "list", items: lines.map((line) => readInline(line.slice(2))) };
      }
      return { kind: "paragraph", content: readInline(lines.join(" ")) };
    });
