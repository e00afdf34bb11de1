import sharp from "sharp";
import { expect, it } from "vitest";
import { drawSharePicture as draw } from "./draw-share-picture.ts";

const SITE = { siteName: "Solutionz", brandColour: "", logo: "" };
const RATING = { average: 4.6, count: 17 };

it.each([
  ["Bright & Sons", "Leeds", RATING],
  ["<b onload=x>'\"&\u0000\u0007\ud800", "", null],
  ["x".repeat(400), "y".repeat(400), RATING],
  ["", "", null],
])("draws %j as a picture of 1200 by 630", async (title, below, rating) => {
  const picture = await draw(SITE, { above: "Electrician", title, below, rating });
  const { format, width, height } = await sharp(picture).metadata();
  expect({ format, width, height }).toEqual({ format: "png", width: 1200, height: 630 });
  expect(picture.length).toBeLessThan(80_000);
});

it("shows its subject, and leaves out a file that is no picture", async () => {
  const words = { above: "Joiner", title: "Oak & Ash", below: "Leeds", rating: RATING };
  const photograph = await sharp({
    create: { width: 900, height: 600, channels: 3, background: "#c8553d" },
  })
    .jpeg()
    .toBuffer();
  const colourAt = async (picture: Uint8Array, left: number, top: number) => {
    const spot = sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha();
    return [...(await spot.raw().toBuffer())];
  };
  const picture = await draw(SITE, words, { file: photograph });
  const [red = 0, green = 255] = await colourAt(picture, 940, 315);
  expect(red - green).toBeGreaterThan(80);
  // Its corners are transparent.
  const [corner = 255] = await colourAt(picture, 776, 150);
  expect(corner).toBeLessThan(60);
  expect(picture.length).toBeLessThan(80_000);

  const without = await draw(SITE, words);
  expect(await draw(SITE, words, { file: new Uint8Array([1, 2, 3]) })).toEqual(without);
});
