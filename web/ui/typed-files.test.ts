import { expect, it } from "vitest";
import { typedFiles } from "./typed-files.ts";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const JPEG = "\xff\xd8\xff\xe0\x00\x10JFIF";
const PNG = "\x89PNG\r\n\x1a\n\x00";
const WEBP = "RIFF\x24\x00\x00\x00WEBPVP8 ";

it.each([
  [JPEG, "", "image/jpeg"],
  [JPEG, "image/jpg", "image/jpeg"],
  [JPEG, "image/pjpeg", "image/jpeg"],
  [JPEG, "image/jpeg", "image/jpeg"],
  [JPEG, "application/octet-stream", "image/jpeg"],
  [PNG, "image/x-png", "image/png"],
  [PNG, "image/jpeg", "image/png"],
  [WEBP, "", "image/webp"],
  ["RIFF\x24\x00\x00\x00WAVEfmt ", "audio/wav", "audio/wav"],
  ["hello", "image/jpg", "image/jpg"],
  ["", "", ""],
])("a file that begins %j, of type %j, is of type %j", async (content, type, expected) => {
  const file = new File([latin1(content)], "a.jpg", { type, lastModified: 5 });
  const [found] = await typedFiles([file]);
  expect([found?.type, found?.name, found?.lastModified]).toEqual([expected, "a.jpg", 5]);
  expect(new Uint8Array((await found?.arrayBuffer()) ?? [])).toEqual(latin1(content));
});
