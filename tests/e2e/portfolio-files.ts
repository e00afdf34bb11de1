import { randomBytes } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";

/* Files of a member's work, and the ways in which they are handed to a page. */

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A grey picture of noise, which no compression makes smaller. */
export const picture = (width: number, height: number): Buffer => {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  const rows = Array.from({ length: height }, () =>
    Buffer.concat([Buffer.from([0]), randomBytes(width)]),
  );
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

export const png = (name: string, buffer = picture(40, 30)) => ({
  name,
  mimeType: "image/png",
  buffer,
});

/** Chooses files for the portfolio. */
export const choose = async (page: Page, ...files: ReturnType<typeof png>[]) => {
  // Not the one for the profile photo, which is there before the portfolio has been fetched.
  await page.locator('input[type="file"][multiple]').last().setInputFiles(files);
};

/** Files dragged in from outside and dropped on an element, with the events of the browser itself. */
export const drop = async (page: Page, on: Locator, ...paths: string[]) => {
  const session = await page.context().newCDPSession(page);
  // Where the page has come to rest: what arrives above it moves it.
  await on.hover({ trial: true });
  const box = await on.boundingBox();
  if (!box) throw new Error("Nothing to drop on");
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...at, data });
  }
  await session.detach();
};

/** Puts a picture on the clipboard, as copying one from an editor does. */
export const copyPicture = async (page: Page) => {
  await page.context().grantPermissions(["clipboard-write", "clipboard-read"]);
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 40);
    canvas.getContext("2d")?.fillRect(0, 0, 30, 40);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
  });
};

/**
 * A film of half a second that the browser recorded of a canvas, or of longer where the machine is so busy that
 * nothing was recorded by then: an empty file is refused.
 */
export const film = async (page: Page): Promise<Buffer> => {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    const paint = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/mp4" });
    const parts: Blob[] = [];
    let recorded = 0;
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      recorded += data.size;
    };
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start(100);
    const startedAt = performance.now();
    await new Promise<void>((resolve) => {
      const draw = (now: number) => {
        if (paint) paint.fillStyle = `hsl(${now % 360} 60% 50%)`;
        paint?.fillRect(0, 0, canvas.width, canvas.height);
        if (now - startedAt < 500 || recorded < 2_000) requestAnimationFrame(draw);
        else resolve();
      };
      requestAnimationFrame(draw);
    });
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
};
