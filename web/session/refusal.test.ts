import { expect, it } from "vitest";
import { ReadableError, refusalWords } from "#domain/site/faults.ts";
import { OUR_FAULT } from "#domain/site/messages.ts";
import type { Db } from "./database.ts";
import { callFunction, failureToast } from "./refusal.ts";

const called = (error: unknown) =>
  callFunction(
    { functions: { invoke: async () => ({ data: null, error }) } } as unknown as Db,
    "x",
  );
const errorWith = (status: number, body: string) => ({ context: new Response(body, { status }) });

it("reads the words of a refusal, and of nothing else", async () => {
  const words = JSON.stringify({ code: "wrong_password", message: "No" });
  await expect(called(errorWith(403, words))).rejects.toEqual(
    new ReadableError("No", { code: "wrong_password" }),
  );
  for (const other of [
    errorWith(502, words),
    errorWith(403, "<html>"),
    errorWith(403, "null"),
    errorWith(403, '{"message":7}'),
    // The gateway's, here and on hosted Supabase.
    errorWith(401, '{"code":"UNAUTHORIZED_INVALID_JWT_FORMAT","message":"Invalid JWT"}'),
    errorWith(401, '{"code":401,"message":"Missing authorization header"}'),
    errorWith(404, '{"code":"NOT_FOUND","message":"Requested function was not found"}'),
    { context: new TypeError("fetch failed") },
  ]) {
    await expect(called(other)).rejects.toBe(other);
  }
});

it("describes a refused write by its reason, and never guesses one", () => {
  const toast = (error: unknown) => {
    const { title, description } = failureToast(error, "Not posted", "Please try again.", "Join.");
    return [title, description];
  };
  const policy = {
    code: "42501",
    message: 'new row violates row-level security policy for "jobs"',
  };
  expect(toast(policy)).toEqual(["Not posted", "Please try again."]);
  expect(toast({ message: "Internal Server Error", code: "XX000" })).toEqual([
    "Not posted",
    OUR_FAULT,
  ]);
  expect(toast(new TypeError("Failed to fetch"))).toEqual([
    "Not posted",
    "Network issue: please check your connection and try again.",
  ]);
  const inactive = {
    code: "42501",
    message: "Your account is deactivated.",
    details: "deactivated",
  };
  expect(toast(inactive)).toEqual(["Not posted", "Your account is deactivated."]);
  const member = { code: "42501", message: "Subscription required" };
  expect(toast(member)).toEqual(["Subscription required", "Join."]);
  const titled = new ReadableError("Choose another.", { title: "File too large" });
  expect(toast(titled)).toEqual(["File too large", "Choose another."]);
});

it.each([
  [{ code: "PT409", message: "Too late" }, "Too late"],
  [
    { code: "42501", message: "Please log in again.", details: "session_ended", hint: "It ended." },
    "Please log in again. It ended.",
  ],
  [{ code: "42501", message: "Please verify.", details: "unconfirmed" }, "Please verify."],
  [{ code: "42501", message: "permission denied for table jobs" }, undefined],
  [{ code: "", message: "TypeError: Failed to fetch" }, undefined],
  [{ code: "PT400" }, undefined],
  [{ code: "23514", message: "Choose a category" }, "Choose a category"],
  [
    { code: "PT400", message: "Title is required", hint: "Add one." },
    "Title is required. Add one.",
  ],
  [{ code: "PT409", message: "Too late.", hint: null }, "Too late."],
  [{ code: "PT400", message: "Wrong.", hint: '{"a":1}' }, "Wrong."],
  [{ code: "23514", message: 'new row violates check constraint "x"' }, undefined],
  [new Error("Failed to fetch"), undefined],
  [null, undefined],
])("the database's %j is for people, or not", (error, words) => {
  expect(refusalWords(error)).toEqual(words);
});
