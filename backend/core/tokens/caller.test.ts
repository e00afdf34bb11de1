import { beforeAll, expect, test } from "vitest";
import { systemClock } from "../clock.ts";
import { identify } from "./caller.ts";
import { CLI_JWT_SECRET, cliKeys, type Keys } from "./keys.ts";
import { createTokens, type Tokens } from "./tokens.ts";

let keys: Keys;
let tokens: Tokens;
beforeAll(async () => {
  keys = await cliKeys();
  tokens = await createTokens({ secret: CLI_JWT_SECRET }, systemClock);
});

const who = (headers: Record<string, string>, query = "", keyless = false) =>
  identify(new Request(`http://localhost/rest/v1/x${query}`, { headers }), {
    tokens,
    keys: keys.api,
    keyless,
  });

test("the keys say which application calls", async () => {
  const { anon, serviceRole, publishable = "", secret = "" } = keys.api;
  expect((await who({ apikey: anon })).role).toBe("anon");
  expect((await who({ apikey: publishable })).role).toBe("anon");
  expect((await who({ apikey: serviceRole })).role).toBe("service_role");
  expect((await who({ apikey: secret })).role).toBe("service_role");
  expect((await who({}, `?apikey=${encodeURIComponent(anon)}`)).role).toBe("anon");
});

test("a user's token takes precedence over the key", async () => {
  const token = await tokens.sign({ role: "authenticated", sub: "someone" });
  const caller = await who({ apikey: keys.api.secret ?? "", authorization: `Bearer ${token}` });
  expect(caller).toEqual({
    role: "authenticated",
    claims: { role: "authenticated", sub: "someone" },
  });
});

test.each([
  ["no key", {}],
  ["an opaque key that is none of ours", { apikey: "sb_secret_guess" }],
  ["a bad token beside a good key", { authorization: "Bearer nonsense" }],
])("refuses %s", async (_what, headers) => {
  await expect(who(headers)).rejects.toMatchObject({ status: 401 });
});

test("without any key it is anon only where that is allowed, and a bad token never is", async () => {
  expect(await who({}, "", true)).toEqual({ role: "anon", claims: { role: "anon" } });
  await expect(who({ apikey: "nonsense" }, "", true)).rejects.toMatchObject({ status: 401 });
});
