import { beforeEach, expect, it } from "vitest";
import { allowed, FORBIDDEN, type Name, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
beforeEach(() => world.sql("delete from public.services"));

const add = (who: Name, more: Record<string, unknown> = {}) => {
  const row = { provider_id: world.people[who].id, title: "Boiler service" };
  return world.from(who, "services").insert({ ...row, ...more });
};
/** As the owner of the database: for providers who could not add it themselves. */
const put = async (who: Name, title = "Boiler service") =>
  world.see<string>(
    "insert into public.services (provider_id, title) values ($1, $2) returning id",
    [world.people[who].id, title],
  );
const titles = async (who: Name | "visitor" = "visitor") =>
  (await rows<{ title: string }>(world.from(who, "services").select().order("position"))).map(
    ({ title }) => title,
  );

it("is added with a live membership only, and says so", async () => {
  await allowed(add("member"));
  for (const who of ["plain", "lapsed"] as const) {
    const { error } = await add(who);
    expect(error, who).toMatchObject({ code: "42501", message: "Subscription required" });
  }
});

it.each<Name>(["seeker", "admin", "unconfirmed", "idle"])("is not added by %s", async (who) => {
  await refused(add(who), FORBIDDEN);
  expect(await titles("member")).toEqual([]);
});

it("is added, changed, ordered and deleted by its owner alone", async () => {
  const id = await put("member");
  const before = await world.picture("public.services");
  const { rival, hidden, admin } = world.people;
  for (const { client } of [rival, hidden, admin]) {
    await client.from("services").update({ title: "Taken" }).eq("id", id);
    await client.from("services").delete().eq("id", id);
    await refused(client.rpc("reorder_services", { ids: [id] }), /^409/);
  }
  const { id: member } = world.people.member;
  await refused(add("hidden", { provider_id: member }), FORBIDDEN);
  await refused(add("hidden", { provider_id: world.people.plain.id }), FORBIDDEN);
  expect(await world.picture("public.services")).toBe(before);

  const own = world.from("member", "services");
  await allowed(own.update({ title: "Boiler check" }).eq("id", id));
  for (const column of [{ provider_id: hidden.id }, { position: -1 }, { id: hidden.id }]) {
    await refused(own.update(column).eq("id", id), FORBIDDEN);
  }
  expect(await titles()).toEqual(["Boiler check"]);
  await allowed(own.delete().eq("id", id));
  expect(await titles()).toEqual([]);
});

it("is seen with the profile: not of a hidden, lapsed or inactive one, except by its owner", async () => {
  for (const who of ["member", "hidden", "lapsed", "idle"] as const) await put(who, who);
  expect(await titles()).toEqual(["member"]);
  expect(await titles("rival")).toEqual(["member"]);
  expect((await titles("lapsed")).sort()).toEqual(["lapsed", "member"]);
});

it("keeps the order it is given, whole, and puts the newest last", async () => {
  for (const title of ["A", "B", "C"]) await add("member", { title });
  expect(await titles()).toEqual(["A", "B", "C"]);
  const { client } = world.people.member;
  const ids = (
    await rows<{ id: string }>(client.from("services").select("id").order("position"))
  ).map(({ id }) => id);
  const order = (list: unknown) => outcome(client.rpc("reorder_services", { ids: list }));
  expect(await order(ids.toReversed())).toBe("let in");
  expect(await titles()).toEqual(["C", "B", "A"]);
  for (const wrong of [ids.slice(1), [...ids, ids[0]], [], null]) {
    expect(await order(wrong), JSON.stringify(wrong)).toMatch(/^409/);
  }
  await add("member", { title: "D" });
  expect(await titles()).toEqual(["C", "B", "A", "D"]);
});

it.each<Record<string, unknown>>([
  { title: "  " },
  { title: "x".repeat(101) },
  { description: "x".repeat(1001) },
  { price_pence: 0 },
  { price_pence: -100 },
  { price_text: " " },
  { price_pence: 100, price_text: "Free" },
  { price_text: "Free", unit: "hour" },
  { price_pence: 100, unit: "fortnight" },
  { category: "Nonsense > Nothing" },
])("is not %j", async (wrong) => {
  await refused(add("member", wrong), "400 23514");
});

it("follows its category: renamed with it, without one when it is deleted", async () => {
  await add("member", { category: "IT > Cyber Security" });
  const category = () => world.see("select category from public.services");
  await world.sql("update public.categories set name = 'Security' where name = 'Cyber Security'");
  expect(await category()).toBe("IT > Security");
  await world.sql("update public.categories set is_active = false where name = 'Security'");
  expect(await category()).toBeNull();
});
