import { argon2Sync } from "node:crypto";
import { expect, it } from "vitest";
import { derive } from "./hashing.ts";

const parameters = {
  message: "secret",
  nonce: Buffer.from("somesaltsomesalt"),
  memory: 1024,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
};

it("gives simultaneous callers their own tags", async () => {
  const words = ["one", "two", "three", "four"];
  const tags = await Promise.all(words.map((message) => derive({ ...parameters, message })));
  expect(tags).toEqual(words.map((message) => argon2Sync("argon2id", { ...parameters, message })));
});

it("reports impossible parameters, and continues", async () => {
  await expect(derive({ ...parameters, memory: 1 })).rejects.toThrow(/memory/);
  expect(await derive(parameters)).toHaveLength(32);
});
