import { expect, test } from "vitest";
import { apiRoleOf } from "./api-role.ts";
import { unmetRequirements } from "./requirements.ts";

const facts = {
  version: 180_000,
  version_name: "18.0",
  me: "ann",
  database: "market",
  superuser: false,
  creates_roles: true,
  owns_database: true,
  withheld: [],
};
const unmet = (given: Partial<Record<keyof typeof facts, unknown>>) =>
  unmetRequirements({ query: async () => [{ ...facts, ...given }] as never });

test("an old PostgreSQL is refused by its version, the oldest that works is not", async () => {
  const old = { version: 140_009, version_name: "14.9", superuser: true };
  expect(await unmet(old)).toEqual([
    { what: "This is PostgreSQL 14.9", todo: "Version 15 or later is needed" },
  ]);
  expect(await unmet({ version: 150_000 })).toEqual([]);
});

test("before version 16, the right to create roles includes the right to grant them", async () => {
  const withheld = ["anon"];
  expect(await unmet({ version: 150_004, withheld })).toEqual([]);
  expect(await unmet({ version: 160_000, withheld })).toEqual([
    {
      what: "Another user created the roles of this server",
      todo: "As a superuser, run: grant anon to ann with admin option",
    },
  ]);
  expect(await unmet({ version: 160_000, withheld, superuser: true })).toEqual([]);
});

test("names are quoted where SQL needs it", async () => {
  expect(await unmet({ me: "Ann's", creates_roles: false })).toEqual([
    {
      what: "Ann's may not create roles",
      todo: `As a superuser, run: alter role "Ann's" createrole`,
    },
  ]);
});

test("a role's name fits, and is of one database only", () => {
  const long = "x".repeat(63);
  expect(apiRoleOf("market")).toBe("authenticator_market");
  expect(Buffer.byteLength(apiRoleOf(long))).toBeLessThanOrEqual(63);
  expect(apiRoleOf(long)).not.toBe(apiRoleOf(`${long.slice(1)}y`));
});
