import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { stripImage } from "./strip.ts";

test("a picture that cannot be written without its metadata is a failure, not an absent picture", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "strip-"));
  try {
    const file = path.join(folder, "photo");
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
