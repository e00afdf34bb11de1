import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#supabase/database.ts";
import { allowed, dataOf, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
const UNLISTED = ["plain", "lapsed", "hidden", "idle"] as const satisfies Name[];

beforeAll(async () => {
  const { db } = world.backend;
  for (const who of ["member", ...UNLISTED] as const) {
    const { id } = world.people[who];
    await db.query("insert into public.services (provider_id, title) values ($1, 'Tuning')", [id]);
    await db.query(
      "insert into public.availability (provider_id, base, miles) values ($1, 'Leeds', 5)",
      [id],
    );
    await db.query(
      `insert into public.feedback (provider_id, rating, title, approved, moderated_at) values
        ($1, 5, 'Shown', true, now()), ($1, 1, 'Withdrawn', false, now())`,
      [id],
    );
  }
});

type Page = Database["public"]["Functions"]["provider_page"]["Returns"];

const pageOf = async (who: Name, as: Name | "visitor" = "visitor"): Promise<Page> => {
  const { id } = world.people[who];
  return dataOf<Page>(world.rpc(as, "provider_page", { provider_id: id }));
};

const NONE = { provider: null, availability: null, response: null };
const NOTHING = { ...NONE, services: [], latest: [], departed: false };

describe("a provider's page in one call", () => {
  it("gives visitors the public columns of a listed provider, and what they would read one by one", async () => {
    const page = await pageOf("member");
    const { id } = world.people.member;
    const [listed = {}] = await rows<Record<string, unknown>>(
      world.visitor.from("public_providers").select().eq("id", id),
    );
    expect(Object.keys(page.provider ?? {}).sort()).toEqual(
      [...Object.keys(listed), "verified_average", "verified_count"].sort(),
    );
    expect({ ...listed, verified_average: null, verified_count: 0 }).toMatchObject(
      page.provider ?? {},
    );
    const of = (table: "services" | "availability" | "feedback") =>
      rows<Record<string, unknown>>(world.visitor.from(table).select("*").eq("provider_id", id));
    expect((await of("services"))[0]).toMatchObject(page.services[0] ?? { none: true });
    expect((await of("availability"))[0]).toMatchObject(page.availability ?? { none: true });
    expect(page.latest.map(({ title }) => title)).toEqual(["Shown"]);
    expect(page.departed).toBe(false);
  });

  it("has a telephone number only if the provider shows it", async () => {
    const { id } = world.people.member;
    const show = (shown: boolean) =>
      world.setProfile(id, "phone_number = '01134960123', show_phone = $2", shown);
    await show(false);
    expect((await pageOf("member")).provider?.phone_number).toBeNull();
    await show(true);
    expect((await pageOf("member")).provider?.phone_number).toBe("01134960123");
  });

  it("shows a VAT number, which its owner writes and the database keeps in one form", async () => {
    const { client, id } = world.people.member;
    const write = (vat_number: string | null) =>
      client.from("profiles").update({ vat_number }).eq("id", id).select("vat_number");
    for (const wrong of ["123456789", "GB12345678", "GB 123 4567 89", "FR123456789", ""])
      await refused(write(wrong), "400 23514", wrong);
    await allowed(write("GB123456789001"));
    expect((await pageOf("member")).provider?.vat_number).toBe("GB123456789001");
    await allowed(write(null));
    expect((await pageOf("member")).provider?.vat_number).toBeNull();
  });

  it.each(UNLISTED)("gives nothing of %s to visitors, others or admins", async (who) => {
    for (const as of ["visitor", "seeker", "member", "admin"] as const)
      expect(await pageOf(who, as), as).toEqual(NOTHING);
  });

  it("gives owners what belongs to their own page while nobody else sees it", async () => {
    for (const who of ["plain", "lapsed", "hidden"] as const) {
      expect(await pageOf(who, who), who).toMatchObject({
        provider: null,
        services: [{ title: "Tuning" }],
        availability: { base: "Leeds" },
        latest: [{ title: "Shown" }],
      });
    }
  });

  it("quotes the two newest of the public feedback", async () => {
    const { id } = world.people.member;
    await world.sql(
      `insert into public.feedback (provider_id, rating, title, created_at) values
        ($1, 4, 'Last year', now() - interval '1 year'), ($1, 4, 'Tomorrow', now() + interval '1 day')`,
      [id],
    );
    const { latest } = await pageOf("member");
    expect(latest.map(({ title }) => title)).toEqual(["Tomorrow", "Shown"]);
  });
});
