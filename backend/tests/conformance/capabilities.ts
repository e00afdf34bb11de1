import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";

export const STATES = ["implemented", "partial", "refused"] as const;

interface Capability {
  name: string;
  state: (typeof STATES)[number];
  /** Why it is not wholly there. */
  because?: string;
  test: [file: string, title: string];
}

const root = path.join(import.meta.dirname, "../../..");
export const DOCUMENT = path.join(root, "docs/capabilities.md");

/** By the part of the platform that they belong to. */
export const readCapabilities = (): Record<string, Capability[]> =>
  parse(readFileSync(path.join(import.meta.dirname, "capabilities.yaml"), "utf8"));

const cell = (text: string): string => text.replaceAll("|", "\\|");

const row = ({ name, state, because, test: [file, title] }: Capability): string =>
  `| ${cell(name)} | ${state}${because ? `: ${cell(because)}` : ""} | [${cell(title)}](../${file}) |`;

/** The list as a page of the documentation. */
export const renderCapabilities = (parts: Record<string, Capability[]>): string => {
  const all = Object.values(parts).flat();
  const counts = STATES.map(
    (state) => `${all.filter((each) => each.state === state).length} ${state}`,
  );
  const sections = Object.entries(parts).map(
    ([part, list]) =>
      `## ${part}\n\n| capability | state | shown by the test |\n|---|---|---|\n${list.map(row).join("\n")}\n`,
  );
  return [
    "# Capabilities of the backend",
    `What it speaks of the platform's protocol: ${counts.join(", ")}. Made of\n\`backend/tests/conformance/capabilities.yaml\` by \`npm run capabilities\`; tests check that it is fresh and that\nthe tests it names exist.`,
    ...sections,
  ].join("\n\n");
};

if (import.meta.main) writeFileSync(DOCUMENT, renderCapabilities(readCapabilities()));
