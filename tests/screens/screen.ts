import type { Page } from "@playwright/test";
import type { SAMPLE } from "../e2e/site.ts";
import type { Made } from "./busy.ts";

/** Whose eyes: a visitor's, the sample's people's, an admin's, or those of people who signed up a moment ago. */
export type Who = "visitor" | keyof typeof SAMPLE | "admin" | "newClient" | "newProvider";

export interface Screen {
  path: string;
  /** What to do on the page before the picture. */
  open?: (page: Page, made: Made) => Promise<unknown>;
  /** A picture of the window alone, scrolled to this element: a dialog, or a part of a long page. */
  at?: string;
  /** Requests of data fail, or never return, from when the page is loaded. */
  api?: "failing" | "waiting";
  /** Opened again in each size, because the width decides what it loads. */
  byWidth?: boolean;
  /** What differs from run to run other than a date: painted over. */
  mask?: string;
}

export type Screens = Record<string, Screen>;

/**
 * Runs in the page. Writes every date as the same one, so that a picture is the same on another day, and waits for
 * fonts and for all pictures, also those that are loaded when somebody scrolls to them.
 */
export const freeze = async (): Promise<void> => {
  const MONTHS =
    "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
  const SHORT = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
  const MONTH = `(?:${MONTHS}|${SHORT})`;
  // The spaces stay as they are: at some of them a line may not break.
  const fixed: [RegExp, string][] = [
    [new RegExp(`\\b\\d{1,2}(\\s)${MONTH}(\\s)\\d{4}`, "g"), "15$1May$22026"],
    [new RegExp(`\\b${MONTH} \\d{1,2}, \\d{4}`, "g"), "May 15, 2026"],
    [new RegExp(`(?<!15\\s)\\b${MONTHS} \\d{4}`, "g"), "May 2026"],
    [/\b\d\d:\d\d\b/g, "12:00"],
    [/\b(Expires|Renews) in \d+ days/g, "$1 in 304 days"],
    [/\b\d+ started in the last/g, "8 started in the last"],
    [/localhost:\d+/g, "localhost:30000"],
    [/(?:(?:Less than|under) an hour|\b\d+ (?:minute|hour|day)s?) ago/gi, "2 days ago"],
  ];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const was = text.nodeValue ?? "";
    const still = fixed.reduce((words, [date, one]) => words.replace(date, one), was);
    if (still !== was) text.nodeValue = still;
  }
  // A message that goes by itself is in some of the pictures, or in none.
  const messages = document.querySelector<HTMLElement>("[aria-label=Notifications]");
  if (messages) messages.style.display = "none";
  // 'Open now' is another at another time of the day, and until when would contradict the hours below it.
  for (const state of document.querySelectorAll<HTMLElement>("[data-by-minute] > :not([hidden])")) {
    const [word, detail] = state.children;
    if (word?.firstChild) word.firstChild.nodeValue = "Open now";
    if (detail instanceof HTMLElement) detail.style.display = "none";
    word?.classList.add("text-success");
  }
  for (const mark of document.querySelectorAll<HTMLElement>("[data-open]")) mark.hidden = false;
  for (const field of document.querySelectorAll<HTMLInputElement>("input[type=date]"))
    if (field.value) field.value = "2026-05-15";
  await document.fonts.ready;
  for (const image of document.images) image.loading = "eager";
  // A picture that cannot be had shows what is in its place.
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
};
