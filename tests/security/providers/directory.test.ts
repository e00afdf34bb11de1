import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { searchIn, startDirectory } from "#tests/security/directory-world.ts";
import { dataOf, PASSWORD, rows } from "#tests/security/people.ts";

const world = perFile(startDirectory);

const search = (args: Record<string, unknown>) => searchIn(world, args);
const UNLISTED = ["plain", "lapsed", "hidden", "idle", "seeker", "admin", "retired"] as const;

const PUBLIC_COLUMNS = `bio business_name image_url location miles name rating_average rating_count
  title user_id`.split(/\s+/);

describe("what a trial shows while nobody is listed", () => {
  type Card = { user_id: string };
  const cards = (who: "visitor" | "member" | "service" = "visitor") =>
    dataOf<Card[]>(world.rpc(who, "trial_providers"));
  const query = (text: string) => world.sql(text);
  const BARE = "update public.subscribers set subscribed = false";
  const trial = (is: boolean) => query(`update private.site_mode set trial = ${is}`);

  it("is nobody unless the server says that this is a trial, and nobody once one is listed", async () => {
    const { total } = await search({});
    expect(await cards(), "listed, live").toEqual([]);
    await trial(true);
    expect(await cards(), "listed, trial").toEqual([]);
    await query("create table private.was as select * from public.subscribers");
    await query(BARE);
    await trial(false);
    for (const who of ["visitor", "member", "service"] as const)
      expect(await cards(who), `live, ${who}`).toEqual([]);
    await trial(true);
    const shown = await cards();
    const { people } = world;
    expect(shown.map(({ user_id }) => user_id).sort()).toEqual(
      [people.member, people.plain, people.lapsed, people.unconfirmed].map(({ id }) => id).sort(),
    );
    for (const card of shown) expect(Object.keys(card).sort()).toEqual(PUBLIC_COLUMNS);
    await query(
      "update public.subscribers s set subscribed = was.subscribed from private.was where was.user_id = s.user_id",
    );
    await query("drop table private.was");
    await trial(false);
    expect((await search({})).total, "as it was").toBe(total);
  });

  it("is decided by a mark that no call can read or set", async () => {
    for (const who of ["visitor", "member", "admin", "service"] as const) {
      const mode = () => world.clientOf(who).schema("private").from("site_mode");
      expect((await mode().select()).error?.code, who).toBe("PGRST106");
      const change = mode().update({ trial: true }).eq("trial", false);
      expect((await change).error?.code, who).toBe("PGRST106");
      expect((await world.from(who, "site_mode").select()).error, who).not.toBeNull();
    }
    expect(await world.see("select trial from private.site_mode")).toBe(false);
  });
});

describe("the directory", () => {
  it("lists members who are active and shown, and nobody else", async () => {
    // Confirmation is asked for to act (P-05), not to be listed.
    const listed = [world.people.member.id, world.people.unconfirmed.id].sort();
    for (const who of ["visitor", "seeker", "hidden", "admin"] as const) {
      const found = await rows(world.from(who, "public_providers").select("id, user_id"));
      expect(found.map(({ id }) => id).sort(), who).toEqual(listed);
      expect(found.map(({ user_id }) => user_id).sort(), who).toEqual(listed);
    }
    const { total, providers } = await search({});
    expect([total, providers.map(({ user_id }) => user_id).sort()]).toEqual([2, listed]);
  });

  it("finds no unlisted person by name, id, words or counting", async () => {
    const view = () => world.visitor.from("public_providers");
    for (const who of UNLISTED) {
      const { id } = world.people[who];
      const name = who[0]?.toUpperCase() + who.slice(1);
      expect(await rows(view().select("id").eq("id", id)), who).toEqual([]);
      const named = view().select("id").or(`user_id.eq.${id},first_name.eq.${name}`);
      expect(await rows(named), who).toEqual([]);
      const counted = view().select("id", { count: "exact", head: true });
      expect((await counted.eq("first_name", name)).count, who).toBe(0);
      for (const service of [name, `${who} Ltd`])
        expect(await search({ service }), who).toMatchObject({ total: 0, corrected: null });
    }
    expect((await search({ service: "zebra" })).total).toBe(2);
    expect((await search({ service: "zeb" })).total).toBe(2);
  });

  it("drops a member at the moment the membership ends, and at once when hidden or deactivated", async () => {
    const { id } = world.people.member;
    const shown = async () =>
      (await search({})).providers.some(({ user_id }) => user_id === id) ||
      (await rows(world.visitor.from("public_providers").select("id").eq("id", id))).length > 0;
    const profile = (to: string) => world.setProfile(id, to);
    const membership = (to: string) => world.setMembership(id, to);
    for (const [set, away, back] of [
      [
        membership,
        "subscription_end = now() - interval '1 second'",
        "subscription_end = now() + interval '1 year'",
      ],
      [membership, "subscribed = false", "subscribed = true"],
      [profile, "is_visible = false", "is_visible = true"],
      [profile, "is_active = false", "is_active = true"],
      [profile, "account_type = 'client'", "account_type = 'provider'"],
    ] as const) {
      await set(away);
      expect(await shown(), away).toBe(false);
      await set(back);
      expect(await shown(), back).toBe(true);
    }
    // Time alone ends it too: no trigger runs then.
    await world.sql("update search.listings set membership_end = now() where provider_id = $1", [
      id,
    ]);
    expect(await shown(), "late").toBe(false);
    await profile("bio = bio");
    expect(await shown(), "back").toBe(true);
    // Another account type has ended the session.
    const { client, email } = world.people.member;
    await client.auth.signInWithPassword({ email, password: PASSWORD });
  });

  it("shows a phone number to nobody unless its provider chose to, and promo codes and addresses never", async () => {
    const { id, client, email } = world.people.member;
    const seen = async () =>
      JSON.stringify(await rows(world.visitor.from("public_providers").select().eq("id", id)));
    const [row] = await rows(world.visitor.from("public_providers").select().eq("id", id));
    expect(row).toMatchObject({ phone_number: null, promo_code: null });
    expect(Object.keys(row ?? {})).not.toContain("email");
    expect(await seen()).not.toMatch(/7700|FIRST100|@people|cus_/);
    const view = world.visitor.from("public_providers");
    expect(await rows(view.select("id").not("phone_number", "is", null))).toEqual([]);
    await rows(client.from("profiles").update({ show_phone: true }).eq("id", id).select("id"));
    expect(await seen()).toContain("+44 7700");
    expect(await seen()).not.toContain(email);
    await rows(client.from("profiles").update({ show_phone: false }).eq("id", id).select("id"));
    expect(await seen()).not.toContain("7700");
    expect(JSON.stringify(await search({}))).not.toMatch(/7700|FIRST100|@people/);
  });
});
