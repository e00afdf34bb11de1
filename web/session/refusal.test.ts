import { expect, it } from "vitest";
import { refusalOf, refusalWords } from "./refusal.ts";

const answered = (status: number, body: string) => ({ context: new Response(body, { status }) });

it("reads the words of a refusal, and of nothing else", async () => {
  const words = JSON.stringify({ code: "wrong_password", message: "No" });
  expect(await refusalOf(answered(403, words))).toEqual({ code: "wrong_password", message: "No" });
  for (const other of [
    answered(502, words),
    answered(403, "<html>"),
    answered(403, "null"),
    answered(403, '{"message":7}'),
    { context: new TypeError("fetch failed") },
    null,
  ]) {
    expect(await refusalOf(other)).toBeNull();
  }
});

it.each([
  [{ code: "PT409", message: "Too late" }, "Too late"],
  [{ code: "42501", message: "Please verify your email to continue." }, expect.any(String)],
  [{ code: "42501", message: "permission denied for table jobs" }, undefined],
  [{ code: "", message: "TypeError: Failed to fetch" }, undefined],
  [{ code: "PT400" }, undefined],
  [new Error("Failed to fetch"), undefined],
  [null, undefined],
])("the database's %j is for people, or not", (error, words) => {
  expect(refusalWords(error)).toEqual(words);
});
