import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { stripImage } from "./strip.ts";

test("a picture that cannot be written without its metadata is a failure, not an absent picture", async () => {
  const file = path.join(newFolder("strip-"), "photo");
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#000" } })
    .withExif({ IFD0: { Artist: "Somebody Known" } })
    .jpeg()
    .toBuffer();
  writeFileSync(file, bytes);
  // Simulates a full disk: nothing can be written there.
  mkdirSync(`${file}.stripped/x`, { recursive: true });
  const strip = stripImage({ path: file, size: bytes.length }, "image/jpeg", {
    whole: false,
    pixels: 1_000,
    turn: (work) => work(),
  });
  await expect(strip).rejects.toThrow();
});
