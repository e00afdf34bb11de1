import { beforeEach, describe, expect, it } from "vitest";
import { CONSENT_WORDING, TOPICS } from "#domain/notifications/notifications.ts";
import { allowed, FORBIDDEN, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const sql = (text: string, values: unknown[] = []) => world.sql(text, values);
const tokenOf = (who: Name) =>
  world.see<string>(
    "select unsubscribe_token from public.notification_settings where user_id = $1",
    [world.people[who].id],
  );
const choices = (who: Name) =>
  world.see(
    `select jsonb_build_object('email', email_notifications, 'marketing', marketing,
      'job_alerts', job_alerts, 'provider_updates', provider_updates)
     from public.notification_settings where user_id = $1`,
    [world.people[who].id],
  );
const DEFAULTS = { email: true, marketing: false, job_alerts: true, provider_updates: true };
const PICTURE = ["public.consents", "public.notification_settings"];

beforeEach(async () => {
  await sql("delete from public.consents");
  await sql(`update public.notification_settings set email_notifications = true, marketing = false,
    job_alerts = true, provider_updates = true, unsubscribed = '{}'`);
  await sql("delete from public.consents");
});

describe("the record of consents", () => {
  const agree = (marketing: boolean) => {
    const { client, id } = world.people.seeker;
    return client.from("notification_settings").update({ marketing }).eq("user_id", id);
  };

  it("has a line for each switch of marketing, in the words the site shows", async () => {
    for (const wanted of [true, true, false]) await agree(wanted);
    const { client } = world.people.seeker;
    const lines = await rows(
      client.from("consents").select("purpose, granted, source, wording, ends_at").order("id"),
    );
    const wording = CONSENT_WORDING.marketing;
    const line = { purpose: "marketing", source: "account settings", wording, ends_at: null };
    expect(lines).toEqual([true, false].map((granted) => ({ ...line, granted })));
    const support = await world.see("select private.consent_wording('support')");
    expect(support).toBe(CONSENT_WORDING.support);
  });

  it("is read by its owner, and of support only by admins; nobody else sees a line", async () => {
    await agree(true);
    await world.rpc("seeker", "allow_support", { p_hours: 24 });
    const seen = async (who: Name) =>
      (await rows(world.from(who, "consents").select("purpose").order("id"))).map(
        ({ purpose }) => purpose,
      );
    expect(await seen("seeker")).toEqual(["marketing", "support"]);
    expect(await seen("admin")).toEqual(["support"]);
    for (const who of ["rival", "member", "retired"] as const) expect(await seen(who)).toEqual([]);
  });

  it("is changed not even by the owner of the database", async () => {
    await agree(true);
    const change = sql("update public.consents set granted = false");
    await expect(change).rejects.toThrow("cannot be changed");
  });
});

describe("unsubscribe", () => {
  it.each(TOPICS)(
    "switches %s off for anybody with the link, twice as well, and on again once",
    async (topic) => {
      await sql("update public.notification_settings set marketing = true");
      await sql("delete from public.consents");
      const others = await choices("rival");
      const choice = { p_token: await tokenOf("seeker"), p_topic: topic };
      const before = { ...DEFAULTS, marketing: true };
      for (let time = 0; time < 2; time += 1) {
        expect((await world.rpc("visitor", "unsubscribe", choice)).data).toBe(true);
        expect(await choices("seeker")).toEqual({ ...before, [topic]: false });
      }
      expect((await world.rpc("visitor", "undo_unsubscribe", choice)).data).toBe(true);
      expect(await choices("seeker")).toEqual(before);
      expect((await world.rpc("visitor", "undo_unsubscribe", choice)).data).toBe(false);
      expect(await choices("rival")).toEqual(others);
      const logged = await sql("select granted, source from public.consents order by id");
      expect(logged).toEqual(
        (topic === "marketing" ? [false, true] : []).map((granted) => ({
          granted,
          source: "unsubscribe link",
        })),
      );
    },
  );

  it("knows nothing of other links and topics", async () => {
    const before = await world.picture(...PICTURE);
    const token = await tokenOf("seeker");
    for (const [p_token, p_topic] of [
      [crypto.randomUUID(), "email"],
      [token, "account"],
      [token, "is_active"],
      [token, ""],
      [token, null],
      [null, "email"],
    ]) {
      for (const name of ["unsubscribe", "undo_unsubscribe"]) {
        expect((await world.rpc("visitor", name, { p_token, p_topic })).data, `${p_topic}`).toBe(
          false,
        );
      }
    }
    await refused(
      world.rpc("visitor", "unsubscribe", { p_token: "x", p_topic: "email" }),
      "400 22P02",
    );
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("gives back only what the link took, and only within the hour", async () => {
    const choice = { p_token: await tokenOf("seeker"), p_topic: "marketing" };
    // Never consented: the link cannot consent for anybody.
    await world.rpc("visitor", "unsubscribe", choice);
    expect((await world.rpc("visitor", "undo_unsubscribe", choice)).data).toBe(false);
    const late = { ...choice, p_topic: "email" };
    await world.rpc("visitor", "unsubscribe", late);
    await sql(`update public.notification_settings
      set unsubscribed = jsonb_build_object('email', now() - interval '61 minutes') where unsubscribed ? 'email'`);
    expect((await world.rpc("visitor", "undo_unsubscribe", late)).data).toBe(false);
    expect(await choices("seeker")).toEqual({ ...DEFAULTS, email: false });
  });
});

describe("support access", () => {
  const allow = (who: "seeker" | "unconfirmed" | "idle", hours: unknown) =>
    world.rpc(who, "allow_support", { p_hours: hours });
  const read = () => world.rpc("admin", "admin_support_view", { p_user: world.people.seeker.id });

  it("is given for one of two times, by people who may act", async () => {
    for (const hours of [0, -1, 25, 9000, null])
      await refused(allow("seeker", hours), /^400 /, String(hours));
    for (const who of ["unconfirmed", "idle"] as const) {
      await refused(allow(who, 24), FORBIDDEN, who);
    }
    expect(await world.count("public.consents")).toBe(0);
  });

  it("lets admins view; each view is recorded, and no address is shown", async () => {
    await allowed(allow("seeker", 168));
    await sql("select notify.account($1, 'deletion_cancelled')", [world.people.seeker.id]);
    const { data, error } = await read();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      choices: { email_notifications: true },
      consents: [{ purpose: "support", granted: true }],
      mails: [{ kind: "deletion_cancelled" }],
    });
    expect(Object.keys(data.sessions[0])).toEqual(["device", "last_used", "created_at"]);
    expect(JSON.stringify(data)).not.toContain(await tokenOf("seeker"));
    expect(JSON.stringify(data)).not.toMatch(/\d+\.\d+\.\d+\.\d+"/);
    expect(
      await sql("select actor_id, target_id from public.audit_log where action = 'support view'"),
    ).toEqual([{ actor_id: world.people.admin.id, target_id: world.people.seeker.id }]);
    // The owner sees when, and nobody learns of looks at others, admins neither by this way.
    const reads = async (who: Name) => (await rows(world.rpc(who, "list_support_views"))).length;
    expect(await reads("seeker")).toBe(1);
    for (const who of ["rival", "member", "admin", "retired"] as const) {
      expect(await reads(who), who).toBe(0);
    }
    const foreign = { p_user: world.people.seeker.id };
    await refused(world.rpc("rival", "list_support_views", foreign), /^4/);
  });

  it("ends when it is withdrawn, when its time is over, and never was for others", async () => {
    const refused = async () => (await read()).error?.message;
    const NOT =
      "This person has not allowed support access. Please ask them to allow it in their account settings.";
    expect(await refused()).toBe(NOT);
    await allow("seeker", 24);
    await world.rpc("rival", "withdraw_support");
    expect(await refused()).toBeUndefined();
    await world.rpc("seeker", "withdraw_support");
    expect(await refused()).toBe(NOT);
    expect(await world.count("public.consents")).toBe(2);
    await sql(
      `insert into public.consents (user_id, purpose, granted, ends_at, source, wording)
       values ($1, 'support', true, now() - interval '1 second', 'account settings', 'x')`,
      [world.people.seeker.id],
    );
    expect(await refused()).toBe(NOT);
  });
});
