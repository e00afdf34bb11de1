import { expect, it } from "vitest";
import { requireSecondStep } from "#tests/security/people.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

/** Edge functions that few may call, tried by the others; a body is refused only after its caller. */
const functions = testFunctions();

it.each(["deliver-notices", "erase-accounts", "reconcile-payments", "tidy-portfolio"] as const)(
  "%s is the server's alone",
  async (name) => {
    const nosy = await functions.person("admin", name);
    for (const token of [nosy.token, functions.env.SUPABASE_ANON_KEY, "x", null]) {
      const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {};
      expect([401, 403]).toContain((await functions.call(name, { headers })).status);
    }
  },
);

it.each(["admin-check-plans", "admin-create-provider", "admin-delete-user"] as const)(
  "%s is for admins alone, active and past the second step",
  async (name) => {
    const status = async (who: Parameters<typeof functions.callAs>[1]) =>
      (await functions.callAs(name, who)).status;
    const admin = await functions.person("admin", `a-${name}`);
    expect(await status(null)).toBe(401);
    expect(await status({ ...admin, token: "forged" })).toBe(401);
    expect(await status(await functions.person("client", `c-${name}`))).toBe(403);
    expect(await status(await functions.person("provider", `p-${name}`))).toBe(403);
    expect([401, 403]).not.toContain(await status(admin));
    await requireSecondStep(functions.backend, admin.id);
    expect(await status(admin)).toBe(401);
    const retired = await functions.person("admin", `r-${name}`);
    await functions.setProfile(retired, "is_active = false");
    expect(await status(retired)).toBe(403);
  },
);
