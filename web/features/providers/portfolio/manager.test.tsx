import { expect, it } from "vitest";
import type { WorkSample } from "#domain/providers/portfolio.ts";
import { draw } from "#tests/draw.tsx";
import { sampleOf } from "#tests/examples/work-sample.ts";
import Manager from "./manager.tsx";

const SAMPLES = [sampleOf("Film", "video"), sampleOf("Wall", "image"), sampleOf("Roof", "image")];

/** The titles of the work that is said to be on the card. */
const onCard = (samples: WorkSample[], member: boolean): (string | undefined)[] => {
  return draw(<Manager samples={samples} userId="me" member={member} />)
    .split("<li")
    .filter((item) => item.includes("On your card in search"))
    .map((item) => /<h3[^>]*>([^<]+)/.exec(item)?.[1]);
};

it("says which work is on a member's card in search: that with the first picture", () => {
  expect(onCard(SAMPLES, true)).toEqual(["Wall"]);
  expect(onCard(SAMPLES.slice(0, 1), true)).toEqual([]);
});

it("says so to nobody who is not in search", () => {
  expect(onCard(SAMPLES, false)).toEqual([]);
});
