/** A lifecycle as data: the states of one noun, and the events between them. */
export interface Lifecycle<State extends string = string> {
  /** As in a heading, for example "Job". */
  noun: string;
  about: string;
  states: Readonly<Record<State, string>>;
  events: readonly LifecycleEvent<State>[];
}

interface LifecycleEvent<State extends string = string> {
  name: string;
  /** Null: it begins here. */
  from: State | null;
  /** Null: it ends here, and nothing remains. */
  to: State | null;
  /** Who can cause it, in words. */
  by: readonly string[];
  says: string;
}

const END = "[*]";

/** Mermaid's state diagram of a lifecycle; an event without a change of state is a loop. */
export const diagramOf = ({ states, events }: Lifecycle): string =>
  [
    "stateDiagram-v2",
    ...Object.keys(states).map((state) => `  ${state}`),
    ...events.map(({ name, from, to }) => `  ${from ?? END} --> ${to ?? END}: ${name}`),
  ].join("\n");

const row = (...cells: string[]) => `| ${cells.join(" | ")} |`;

const sectionOf = (lifecycle: Lifecycle): string =>
  [
    `## ${lifecycle.noun}`,
    lifecycle.about,
    `\`\`\`mermaid\n${diagramOf(lifecycle)}\n\`\`\``,
    [
      row("state", "means"),
      row("---", "---"),
      ...Object.entries(lifecycle.states).map(([state, means]) => row(state, means)),
    ].join("\n"),
    [
      row("event", "from", "to", "by", "what happens"),
      row("---", "---", "---", "---", "---"),
      ...lifecycle.events.map(({ name, from, to, by, says }) =>
        row(name, from ?? "(new)", to ?? "(gone)", by.join(", "), says),
      ),
    ].join("\n"),
  ].join("\n\n");

/** The text of docs/lifecycles.md. */
export const lifecyclePage = (lifecycles: readonly Lifecycle[]): string =>
  `${[
    "# Lifecycles",
    "Made from the tables in `domain/`, against which the database's checks are tested. Do not edit it:\nchange the table, then `npx vitest run domain/values/lifecycle.test.ts -u`.",
    ...lifecycles.map(sectionOf),
  ].join("\n\n")}\n`;

/** Whether any event leads from one state to another. */
export const mayBecome = (lifecycle: Lifecycle, from: string, to: string): boolean =>
  lifecycle.events.some((event) => event.from === from && event.to === to);
