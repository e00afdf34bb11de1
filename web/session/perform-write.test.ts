import { beforeEach, expect, it, vi } from "vitest";
import { ReadableError } from "#domain/site/faults.ts";
import { performWrite } from "./perform-write.ts";

const here = vi.hoisted(() => ({ token: "first", ended: false, logins: 0 }));
vi.mock("./session.ts", () => ({
  sessionClient: async () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: here.token } } }) },
  }),
  sessionEnded: async () => here.ended,
  requestSignIn: async () => {
    here.logins += 1;
    here.ended = false;
    return true;
  },
}));

beforeEach(() => Object.assign(here, { token: "first", ended: false, logins: 0 }));

/** Fails at its first try, after `meanwhile`. */
const failingOnce = (error: unknown, meanwhile: () => void) => {
  let tries = 0;
  const write = async () => {
    tries += 1;
    if (tries > 1) return "saved";
    meanwhile();
    throw error;
  };
  return { write, tries: () => tries };
};

it("asks for a new login when the session has ended, and writes once more", async () => {
  const { write } = failingOnce(new Error("gone"), () => (here.ended = true));
  expect(await performWrite(write)).toBe("saved");
  expect(here.logins).toBe(1);
});

it("writes once more when another request has already led to a new login", async () => {
  const { write } = failingOnce(
    new ReadableError("Authentication required"),
    () => (here.token = "second"),
  );
  expect(await performWrite(write)).toBe("saved");
  expect(here.logins).toBe(0);
});

it("repeats nothing that may have been saved, nor what was refused in the same session", async () => {
  const unknown = failingOnce(new TypeError("Failed to fetch"), () => (here.token = "second"));
  await expect(performWrite(unknown.write)).rejects.toThrow("Failed to fetch");
  const refused = failingOnce(new ReadableError("Too long"), () => {});
  await expect(performWrite(refused.write)).rejects.toThrow("Too long");
  expect([unknown.tries(), refused.tries()]).toEqual([1, 1]);
});
