import { expect, it } from "vitest";
import { UNSUITABLE, uploadFailed } from "./upload.ts";

const file = { name: "roof.jpg" } as File;

it.each([
  ["413", "You have used all your storage space. Remove a file and try again.", "Upload failed"],
  ["413", "You have reached the limit of 900 files. Remove one and try again.", "Upload failed"],
])("quotes the quota's own sentence", (statusCode, message, title) => {
  expect(uploadFailed(file, { statusCode, message })).toMatchObject({ title, message });
});

it("names a file of which only a part arrived, which no second try mends", () => {
  const message = "The file is incomplete or damaged. Please choose the original file.";
  expect(uploadFailed(file, { statusCode: "400", message })).toMatchObject({
    title: "Upload failed",
    message: "roof.jpg is incomplete or damaged. Please choose the original file.",
    code: UNSUITABLE,
  });
});

it("says how large a telephone's picture is", () => {
  const message = "The picture has 108.0 megapixels, more than 50";
  expect(uploadFailed(file, { statusCode: "413", message })).toMatchObject({
    message: "roof.jpg has 108.0 megapixels, more than 50",
    code: UNSUITABLE,
  });
});

it.each([
  ["413", "The object exceeded the maximum allowed size"],
  ["413", "Request body is too large"],
  ["413", undefined],
])("reports that one file is too large for %s %s", (statusCode, message) => {
  expect(uploadFailed(file, { statusCode, message })).toMatchObject({
    title: "File too large",
    message: "roof.jpg is larger than 10MB",
    code: UNSUITABLE,
  });
});

it.each([
  [{ statusCode: "415", message: "mime type is not supported" }, "Invalid file type"],
  [{ statusCode: "403", message: "new row violates row-level security" }, "Subscription required"],
  [{ statusCode: "500", message: "Internal Server Error" }, "Upload failed"],
])("gives no machine's words for %j", (refusal, title) => {
  const failure = uploadFailed(file, refusal);
  expect(failure.title).toBe(title);
  expect(failure.message).not.toContain(refusal.message);
});
