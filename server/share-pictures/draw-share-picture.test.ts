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

it("has the operator's logo in the place of the sign, unless it is no picture", async () => {
  const words = { above: "", title: "Oak & Ash", below: "Leeds", rating: null };
  const logo = await sharp({
    create: { width: 300, height: 300, channels: 3, background: "#ff00ff" },
  })
    .png()
    .toBuffer();
  const at = async (picture: Uint8Array) => {
    const spot = sharp(picture).extract({ left: 122, top: 102, width: 1, height: 1 });
    return [...(await spot.removeAlpha().raw().toBuffer())];
  };
  const [red = 0, green = 255, blue = 0] = await at(await draw(SITE, words, { logo }));
  expect(Math.min(red, blue) - green).toBeGreaterThan(150);
  expect(await draw(SITE, words, { logo: new Uint8Array([1, 2, 3]) })).toEqual(
    await draw(SITE, words),
  );
});

it("has the street along the foot of the site's own picture", async () => {
  const words = { above: "", title: "Good people for every job", below: "", rating: null };
  /** Points of the front doors' red; the site's other pictures have none. */
  const redPoints = async (picture: Uint8Array) => {
    const foot = sharp(picture).extract({ left: 0, top: 480, width: 1200, height: 150 });
    const points = await foot.removeAlpha().raw().toBuffer();
    return points.filter((red, at) => at % 3 === 0 && red - (points[at + 1] ?? 0) > 80).length;
  };
  const picture = await draw(SITE, { ...words, street: true });
  expect(await redPoints(picture)).toBeGreaterThan(500);
  expect(await redPoints(await draw(SITE, words))).toBe(0);
  expect(picture.length).toBeLessThan(80_000);
});
