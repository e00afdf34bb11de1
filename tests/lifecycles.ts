import { readFileSync } from "node:fs";
import path from "node:path";

/** A row of a noun's table of events; null: it begins there, or nothing of it is left. */
interface LifecycleEvent {
  name: string;
  from: string | null;
  to: string | null;
  by: string[];
  says: string;
}

interface Lifecycle {
  /** By state: what it means. */
  states: Record<string, string>;
  events: LifecycleEvent[];
  /** The lines of the drawing. */
  drawing: string[];
}

const text = readFileSync(path.join(import.meta.dirname, "../docs/lifecycles.md"), "utf8");
const sections = text.split("\n## ").slice(1);

/** What docs/lifecycles.md has a section for. */
export const LIFECYCLE_NOUNS = sections.map((section) => section.slice(0, section.indexOf("\n")));

const rowsOf = (section: string, columns: number): string[][] =>
  [...section.matchAll(/^\| (.+) \|$/gm)]
    .map(([, cells = ""]) => cells.split(" | "))
    .filter((cells) => cells.length === columns && cells[0] !== "---")
    .slice(1);

/** The lifecycle of a noun, as docs/lifecycles.md has it. */
export const lifecycleOf = (noun: string): Lifecycle => {
  const section = sections.find((each) => each.startsWith(`${noun}\n`));
  if (!section) throw new Error(`docs/lifecycles.md has no section ${noun}`);
  return {
    states: Object.fromEntries(rowsOf(section, 2)),
    events: rowsOf(section, 5).map(([name = "", from = "", to = "", by = "", says = ""]) => ({
      name,
      from: from === "(new)" ? null : from,
      to: to === "(gone)" ? null : to,
      by: by.split(", "),
      says,
    })),
    drawing: /```mermaid\nstateDiagram-v2\n([^`]*)\n```/.exec(section)?.[1]?.split("\n") ?? [],
  };
};

/** Whether any event leads from one state to another. */
export const mayBecome = ({ events }: Lifecycle, from: string, to: string): boolean =>
  events.some((event) => event.from === from && event.to === to);
