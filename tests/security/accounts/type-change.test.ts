import { describe, expect, it } from "vitest";
import { SESSION_ENDED } from "#domain/accounts/sessions.ts";
import { editUser } from "#tests/security/admin-people.ts";
import { allowed, metadataOf, outcome, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { accountIn, signInAt } from "#tests/security/two-step-people.ts";

/** A session of one account type opens nothing of another (P-29). */
const world = testWorld();
type AccountType = "client" | "provider" | "admin";

let people = 0;
/** Somebody of this type, signed in with two browsers. */
const person = async (type: AccountType) => {
  people += 1;
  const { id, email } = await accountIn(world, `turns${people}`, type);
  const clients = [await signInAt(world, email), await signInAt(world, email)] as const;
  return { id, email, clients };
};

type Change = (id: string, to: AccountType) => Parameters<typeof outcome>[0];
const asAdmin: Change = (id, account_type) =>
  editUser(world, id, { account_type, reason: "Asked for it" });
const WAYS: [string, AccountType, AccountType, Change][] = [
  ["which an admin", "client", "admin", asAdmin],
  ["which an admin", "provider", "admin", asAdmin],
  ["which an admin", "admin", "client", asAdmin],
  ["which an admin", "client", "provider", asAdmin],
  ["which an admin", "provider", "client", asAdmin],
  [
    "which the operator",
    "client",
    "admin",
    (id) => world.rpc("service", "operator_make_admin", { target_user_id: id }),
  ],
  [
    "which the service key",
    "client",
    "admin",
    (id, account_type) => world.service.from("profiles").update({ account_type }).eq("id", id),
  ],
];

const sessionsOf = (id: string) => world.count("auth.sessions where user_id = $1", [id]);

describe("a session of an account", () => {
  it.each(WAYS)(
    "%s changed from %s to %s has ended, with its tokens",
    async (_by, from, to, change) => {
      const { id, email, clients } = await person(from);
      await allowed(change(id, to));
      expect(await sessionsOf(id)).toBe(0);
      for (const client of clients) {
        for (const call of [
          client.from("profiles").select("account_type").eq("id", id),
          client.rpc("admin_dashboard_counts"),
          client.rpc("own_account_type"),
        ])
          expect(await outcome(call)).toBe(`401 ${SESSION_ENDED.code}`);
        const { data } = await client.storage.from("enquiry_pictures").list(id);
        expect(data ?? []).toEqual([]);
        expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
        expect((await client.auth.refreshSession()).error).not.toBeNull();
      }
      const again = await signInAt(world, email);
      expect((await again.rpc("own_account_type")).data).toBe(to);
      expect((await again.rpc("admin_dashboard_counts")).error === null).toBe(to === "admin");
    },
  );

  it("whose admin made themselves a client has ended too, and the change is saved", async () => {
    const { id, email, clients } = await person("admin");
    const change = {
      target_user_id: id,
      user_data: { account_type: "client", reason: "Retiring" },
    };
    await allowed(clients[0].rpc("admin_update_user", change));
    expect(await sessionsOf(id)).toBe(0);
    await refused(clients[0].rpc("admin_dashboard_counts"), `401 ${SESSION_ENDED.code}`);
    expect((await (await signInAt(world, email)).rpc("own_account_type")).data).toBe("client");
  });

  it("whose type did not change stays, and everybody else's does", async () => {
    const { id, clients } = await person("client");
    const other = await person("client");
    await editUser(world, id, { first_name: "Renamed", account_type: "client" });
    await asAdmin(other.id, "provider");
    expect([await sessionsOf(id), await sessionsOf(other.id)]).toEqual([2, 0]);
    expect((await clients[0].rpc("own_account_type")).data).toBe("client");
    expect((await world.rpc("admin", "own_account_type")).data).toBe("admin");
  });

  it("whose person finished the sign-up in it stays, and their other ones end", async () => {
    const { id, clients } = await person("client");
    await world.sql("insert into private.unfinished_sign_ups (user_id) values ($1)", [id]);
    const details = { ...metadataOf("ann", "provider"), first_name: "Ann", last_name: "Volt" };
    await allowed(clients[0].rpc("finish_sign_up", { details }));
    expect((await clients[0].rpc("own_account_type")).data).toBe("provider");
    expect(await outcome(clients[1].rpc("own_account_type"))).toBe(`401 ${SESSION_ENDED.code}`);
  });
});
