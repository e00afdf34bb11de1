import sharp from "sharp";
import { expect, it } from "vitest";
import { draw } from "./share-pictures.ts";

const RATING = { average: 4.6, count: 17 };

it.each([
  ["Bright & Sons", "Leeds", RATING],
  ["<b onload=x>'\"&\u0000\u0007\ud800", "", null],
  ["x".repeat(400), "y".repeat(400), RATING],
  ["", "", null],
])("draws %j as a picture of 1200 by 630", async (title, below, rating) => {
  const picture = await draw("Solutionz", {
    above: "Electrician",
    title,
    below,
    rating,
    facts: null,
  });
  const { format, width, height } = await sharp(picture).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 1200, height: 630 });
  expect(picture.length).toBeLessThan(80_000);
});
