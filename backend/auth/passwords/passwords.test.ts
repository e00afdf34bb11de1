import { argon2Sync } from "node:crypto";
import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import type { Queryable } from "#backend/core/database/database.ts";
import type { AuthConfig } from "#backend/core/project/project.ts";
import { checkStrength, createPasswords, inFlightBeside } from "./passwords.ts";

const noDatabase: Queryable = {
  query: () => Promise.reject(new Error("there is no database here")),
};

const passwords = createPasswords(noDatabase, { inFlight: 2 });

it("hashes are argon2id in PHC form, salted, and match their password only", async () => {
  const [one, two] = await Promise.all([passwords.hash("secret"), passwords.hash("secret")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify("secret", one)).toEqual({ matches: true, outdated: false });
  expect((await passwords.verify("Secret", one)).matches).toBe(false);
  expect((await passwords.verify("", one)).matches).toBe(false);
});

it("hashes made elsewhere with less work match and are outdated", async () => {
  const nonce = Buffer.from("somesaltsomesalt");
  const tag = argon2Sync("argon2id", {
    message: "password",
    nonce,
    memory: 1024,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const stored = `$argon2id$v=19$m=1024,t=1,p=1$${bare(nonce)}$${bare(tag)}`;
  expect(await passwords.verify("password", stored)).toEqual({ matches: true, outdated: true });
});

it("hashes that are missing, empty or nonsense match nothing and do not fail", async () => {
  for (const stored of [null, "", "plain", "$argon2id$v=19$m=1,t=1,p=1$x$y", "$1$abc$def"]) {
    expect((await passwords.verify("", stored)).matches).toBe(false);
    expect((await passwords.verify("plain", stored)).matches).toBe(false);
  }
});

it("hashes of the longest password do not match a longer one", async () => {
  const stored = await passwords.hash("x".repeat(256));
  expect((await passwords.verify("x".repeat(256), stored)).matches).toBe(true);
  expect((await passwords.verify("x".repeat(257), stored)).matches).toBe(false);
});

it("hashes leave the event loop free, and too many at once are refused", async () => {
  const few = createPasswords(noDatabase, { longestQueue: 8, inFlight: 4 });
  await few.verify("x", null);
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => few.verify("x", null, `10.0.0.${n % 2}`)),
  );
  clearInterval(timer);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(8);
  expect(ticks).toBeGreaterThan(5);
  expect((await few.verify("x", null)).matches).toBe(false);
});

it("hashes fill every core while hardly anybody asks for anything else, and leave one otherwise", () => {
  let rate = 0;
  const inFlight = inFlightBeside({ count() {}, perSecond: () => rate });
  const all = Math.min(4, availableParallelism());
  // The site's own scheduler asks every second.
  for (rate of [0, 3]) expect(inFlight()).toBe(all);
  for (rate of [10, 1_000]) expect(inFlight()).toBe(Math.max(1, all - 1));
});

it("hashes of one network leave room for others, who do not wait for all of its own", async () => {
  const one = createPasswords(noDatabase, {
    longestQueue: 20,
    inFlight: 1,
    cost: { memory: 64, passes: 1 },
  });
  const order: string[] = [];
  const hash = (ip: string) =>
    one.hash("x", ip).then(
      () => order.push(ip),
      () => order.push("refused"),
    );
  const flood = Array.from({ length: 30 }, () => hash("10.0.0.1"));
  await Promise.all([hash("10.0.0.2"), hash("10.0.0.3"), ...flood]);
  // One runs and ten wait; refusing the rest affects nobody else.
  expect(order.filter((ip) => ip === "refused")).toHaveLength(19);
  const done = order.filter((ip) => ip !== "refused");
  expect(done.slice(0, 3).toSorted()).toEqual(["10.0.0.1", "10.0.0.2", "10.0.0.3"]);
  expect(done).toHaveLength(13);
});

const config = (passwordRequirements: string) =>
  ({ minimumPasswordLength: 8, passwordRequirements }) as AuthConfig;

it.each([
  ["", "abcdefgh", []],
  ["", "abcdefg", ["length"]],
  ["", "ééééééé", ["length"]],
  ["letters_digits", "abcdefgh", ["characters"]],
  ["letters_digits", "abcdefg1", []],
  ["lower_upper_letters_digits", "abcdefg1", ["characters"]],
  ["lower_upper_letters_digits_symbols", "Abcdef1!", []],
  ["lower_upper_letters_digits_symbols", "Abc1", ["length", "characters"]],
])("strength by %s of %s", (requirements, password, reasons) => {
  const check = () => checkStrength(password, config(requirements));
  if (reasons.length === 0) expect(check).not.toThrow();
  else {
    expect(check).toThrow(
      expect.objectContaining({ code: "weak_password", details: reasons.join(",") }),
    );
  }
});
