import { expect, test } from "vitest";
import { parseConnectionUrl } from "./connection-url.ts";

test.each([
  [
    "postgres://ann:p%40ss@db.example.org:6543/market?sslmode=verify-full",
    {
      host: "db.example.org",
      port: 6543,
      user: "ann",
      password: "p@ss",
      database: "market",
      ssl: { rejectUnauthorized: true },
    },
  ],
  ["postgresql://ann@[::1]", { host: "::1", user: "ann", database: "ann", ssl: false }],
  [
    "postgres:///market?host=/var/run/pg",
    { host: "/var/run/pg", user: "postgres", database: "market" },
  ],
  ["postgres://a@b/c?sslmode=require", { ssl: { rejectUnauthorized: false } }],
])("reads %s", (address, connection) => {
  expect(parseConnectionUrl(address)).toMatchObject(connection);
});

test.each(["market", "mysql://ann:secret@host/x", "postgres://ann:secret@host/x?sslmode=maybe"])(
  "refuses %s without repeating the password",
  (address) => {
    expect(() => parseConnectionUrl(address)).toThrow(/^The database's address/);
    expect(() => parseConnectionUrl(address)).not.toThrow(/secret/);
  },
);
