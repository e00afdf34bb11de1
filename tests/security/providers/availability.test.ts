import { beforeEach, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
beforeEach(() => world.sql("delete from public.availability"));

const HOURS = { mon: { opens: "08:00", closes: "17:30" }, sat: "appointment", sun: "closed" };
const write = (who: Name, values: Record<string, unknown> = { hours: HOURS }) =>
  world.from(who, "availability").upsert({ provider_id: world.people[who].id, ...values });
const TOWNS: Partial<Record<Name, string>> = {
  member: "Leeds",
  hidden: "York",
  lapsed: "Hull",
  idle: "Bath",
};
const put = (who: Name) =>
  world.sql("insert into public.availability (provider_id, base, miles) values ($1, $2, 5)", [
    world.people[who].id,
    TOWNS[who],
  ]);

it("is written by its provider, each part without the others", async () => {
  await allowed(write("member"));
  await allowed(write("member", { base: "Leeds", miles: 15 }));
  await allowed(write("plain"));
  expect(await rows(world.visitor.from("availability").select("hours, base, miles"))).toEqual([
    { hours: HOURS, base: "Leeds", miles: 15 },
  ]);
});

it.each<Name>(["seeker", "admin", "unconfirmed", "idle"])("is not written by %s", async (who) => {
  await refused(write(who), FORBIDDEN);
  expect(await world.count("public.availability")).toBe(0);
});

it("can be written, taken or deleted by nobody else", async () => {
  await put("member");
  const before = await world.picture("public.availability");
  const { member, hidden, admin } = world.people;
  for (const { client } of [hidden, admin]) {
    const table = client.from("availability");
    await refused(table.upsert({ provider_id: member.id, base: "York", miles: 3 }), FORBIDDEN);
    await table.update({ miles: 9 }).eq("provider_id", member.id);
    await refused(table.delete().eq("provider_id", member.id), FORBIDDEN);
  }
  const own = member.client.from("availability");
  await refused(own.update({ provider_id: hidden.id }).eq("provider_id", member.id), FORBIDDEN);
  expect(await world.picture("public.availability")).toBe(before);
});

it("is seen with the profile: not of a hidden, lapsed or inactive one, except by its owner", async () => {
  for (const who of ["member", "hidden", "lapsed", "idle"] as const) await put(who);
  const seen = async (who: Name | "visitor") =>
    (await rows<{ base: string }>(world.from(who, "availability").select("base")))
      .map(({ base }) => base)
      .sort();
  expect(await seen("visitor")).toEqual(["Leeds"]);
  expect(await seen("seeker")).toEqual(["Leeds"]);
  expect(await seen("hidden")).toEqual(["Leeds", "York"]);
});

it.each<Record<string, unknown>>([
  { base: "Ring 0800 111 evil.example, Leeds", miles: 5 },
  { base: "www/Leeds", miles: 5 },
  { base: '["Leeds"]', miles: 5 },
  { places: ["York", "evil.example, Leeds"] },
  { places: ["LS6 and more"] },
  { hours: null },
  { hours: { mon: { opens: "25:00", closes: "26:00" } } },
])("takes nothing but a place and hours, with a sentence: %j", async (values) => {
  const { error } = await write("member", values);
  expect(error).toMatchObject({ code: "23514", hint: expect.stringMatching(/^Please /) });
  expect(error?.message).not.toMatch(/violates/);
});

it("names each place once, however it is spelt", async () => {
  const places = ["Leeds", "LEEDS", "St Albans", "saint albans", "LS6", "ls6 3ab"];
  await allowed(write("member", { places }));
  expect(await rows(world.visitor.from("availability").select("places"))).toEqual([
    { places: ["Leeds", "St Albans", "LS6"] },
  ]);
});

const day = (value: unknown) => ({ hours: { mon: value } });
it.each<Record<string, unknown>>([
  { hours: [] },
  { hours: "closed" },
  { hours: { monday: "closed" } },
  day("sometimes"),
  day(null),
  day(9),
  day({}),
  day({ opens: "09:00" }),
  day({ opens: "09:00", closes: null }),
  day({ opens: "9:00", closes: "17:00" }),
  day({ opens: "٠٩:٠٠", closes: "17:00" }),
  day({ opens: "09:00", closes: "24:00" }),
  day({ opens: "09:00", closes: "09:00" }),
  day({ opens: "09:00", closes: "17:00", lunch: "12:00" }),
])("is not %j", async (wrong) => {
  await refused(write("member", wrong), "400 23514");
});
