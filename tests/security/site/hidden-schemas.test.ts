import { describe, expect, it } from "vitest";
import { refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const PATHS = "listings users payment_events rpc/is_admin rpc/refresh_listing".split(" ");

describe("rooms behind the directory", () => {
  it.each("private auth storage _backend extensions pg_catalog information_schema".split(" "))(
    "schema %s is not to be reached by name",
    async (schema) => {
      for (const as of [undefined, "member", "admin"] as const) {
        for (const [method, header] of [
          ["GET", "accept-profile"],
          ["POST", "content-profile"],
        ] as const) {
          for (const path of PATHS) {
            const response = await world.request(`/rest/v1/${path}`, {
              as,
              method,
              headers: { [header]: schema },
              body: method === "POST" ? {} : undefined,
            });
            expect([response.status, JSON.parse(response.text).code]).toEqual([406, "PGRST106"]);
          }
        }
      }
    },
  );

  it.each(
    `search.listings listings payment_events users auth.users pg_roles "private"."listings"`.split(
      " ",
    ),
  )("table %s does not exist for callers", async (table) => {
    const path = `/rest/v1/${encodeURIComponent(table)}`;
    for (const as of [undefined, "admin"] as const) {
      const response = await world.request(path, { as });
      expect([response.status, JSON.parse(response.text).code]).toEqual([404, "PGRST205"]);
    }
  });

  it.each(
    "is_admin is_member record refresh_listing pg_sleep pg_read_file set_config trace".split(" "),
  )("function %s does not exist for callers", async (name) => {
    for (const who of ["visitor", "admin"] as const) {
      await refused(world.rpc(who, name), "404 PGRST202");
    }
  });
});
