import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const UI = new URL("../../ui/", import.meta.url);
const GUIDE = new URL("./", import.meta.url);

/** Those that the frame of every page draws, the guide's included, and one that takes the focus from its page. */
const NOT_SHOWN = ["PageProgress", "ToastOutlet"];

const sourcesIn = (folder: URL): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".tsx") && !name.includes(".test."))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");

it("shows each exported component of web/ui", () => {
  const guide = sourcesIn(GUIDE);
  const components = [
    ...sourcesIn(UI).matchAll(/^export (?:const|function) ([A-Z][A-Za-z]*[a-z][A-Za-z]*)\b/gm),
  ].map(([, name]) => name ?? "");
  expect(components.length).toBeGreaterThan(50);
  const missing = components.filter(
    (name) => !NOT_SHOWN.includes(name) && !new RegExp(`<${name}\\b`).test(guide),
  );
  expect(missing).toEqual([]);
  expect(components).toEqual(expect.arrayContaining(NOT_SHOWN));
});
