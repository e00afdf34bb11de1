import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator } from "@playwright/test";

/** More than any of the parts that are read out here has; a reader that goes in circles stops. */
const MOST_PHRASES = 400;

interface ScreenReader {
  start(options: { container: Element }): Promise<void>;
  next(): Promise<void>;
  stop(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
}

/** The simulated screen reader as a script that sets `screenReader`; its own build exports it. */
const SCRIPT = readFileSync(
  createRequire(import.meta.url)
    .resolve("@guidepup/virtual-screen-reader")
    .replace(/lib\/.*$/, "lib/esm/index.browser.js"),
  "utf8",
).replace(/export\s*\{[^}]*?([\w$]+) as virtual\s*\};?/, "globalThis.screenReader = $1;");

/** What changes from run to run, and is not what a transcript is about. */
const steady = (phrase: string): string =>
  phrase
    .replace(/\b(?:\d{1,2} [A-Z][a-z]{2} \d{4}|\d{4}-\d{2}-\d{2})\b/g, "(day)")
    // Of today only the time is said.
    .replace(/(?:\(day\), )?\b\d{2}:\d{2}\b/g, "(moment)")
    .replace(/\b(?:\d+|less than an) (?:hour|day)s? ago\b/gi, "(time ago)");

/** What a screen reader says from the beginning of a part of the page to its end, a phrase on each line. */
export const speechOf = async (part: Locator): Promise<string> => {
  const page = part.page();
  await page.evaluate(SCRIPT);
  const phrases = await part.evaluate(async (container, most) => {
    const reader = (globalThis as unknown as { screenReader: ScreenReader }).screenReader;
    await reader.start({ container });
    const first = await reader.lastSpokenPhrase();
    const spoken = [first];
    for (;;) {
      await reader.next();
      const phrase = await reader.lastSpokenPhrase();
      // After the end it begins again.
      if (phrase === first || spoken.length >= most) break;
      spoken.push(phrase);
    }
    await reader.stop();
    return spoken;
  }, MOST_PHRASES);
  // It reads out the source of what is there only for browsers without scripts.
  const spoken = phrases.filter((phrase) => !phrase.startsWith("<"));
  return `${spoken.map(steady).join("\n")}\n`;
};
