import { describe, expect, it } from "vitest";
import { allowed, postJob, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { categoryActs } from "./acts.ts";

/** Categories as admins change them: who may, and what follows from it. */
const world = testWorld();
const { idOf, choose, selectionsOf, foundUnder } = categoryActs(() => world);

const PICTURE = ["public.categories", "public.provider_categories", "public.audit_log"];
const admin = () => world.people.admin.client;
const categories = () => admin().from("categories");

const inOrder = (what: string) => (group: string) =>
  world.see<string[]>(
    `select array_agg(${what} order by display_order, name) from public.categories where group_name = $1 and is_active`,
    [group],
  );
const [idsOf, orderOf] = [inOrder("id"), inOrder("name || ' ' || display_order")];
const linked = (who: "member" | "plain", id: string) =>
  world.see<boolean>(
    "select exists (select from public.provider_categories where provider_id = $1 and category_id = $2)",
    [world.people[who].id, id],
  );

describe("the calls", () => {
  it("admin_categories counts providers, and shows deleted ones", async () => {
    const { data } = await admin().rpc("admin_categories");
    const all = data as { name: string; group_name: string; usage_count: number }[];
    expect(all).toHaveLength(await world.count("public.categories"));
    const security = all.find(({ name }) => name === "Cyber Security");
    expect(security?.usage_count).toBeGreaterThan(0);
    expect(all.find(({ name }) => name === "Dog Walking")?.usage_count).toBe(0);
  });
});

describe("the order", () => {
  it("is numbered 1 to n as requested, and audited", async () => {
    const ids = await idsOf("Pets/Animals");
    const input = { group_name: "Pets/Animals", category_ids: ids.toReversed() };
    await allowed(admin().rpc("admin_reorder_categories", input));
    expect(await orderOf("Pets/Animals")).toEqual([
      "Dog Walking 1",
      "Dog Training 2",
      "Dog Day-care 3",
    ]);
    const acts = "public.audit_log where target_table = 'categories' and actor_id = $1";
    expect(await world.count(acts, [world.people.admin.id])).toBe(2);
  });

  it.each([
    ["a part", (ids: string[]) => ids.slice(1)],
    ["one twice", (ids: string[]) => [...ids.slice(1), ids[1]]],
    ["another group's", (ids: string[], others: string[]) => [...ids.slice(1), others[0]]],
    ["one that is not there", (ids: string[]) => [...ids.slice(1), crypto.randomUUID()]],
    ["nothing", () => []],
    ["null", (ids: string[]) => [...ids.slice(1), null]],
  ])("is refused when it is of %s", async (_what, pick) => {
    const category_ids = pick(await idsOf("Events"), await idsOf("IT"));
    const call = () =>
      admin().rpc("admin_reorder_categories", { group_name: "Events", category_ids });
    await world.unchanged(PICTURE, () => refused(call(), "409 PT409"));
  });

  it("of two admins at once is one of the two, and never a mixture", async () => {
    const ids = await idsOf("Events");
    const orders = [ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)], ids];
    const reordered = orders.map((category_ids) =>
      admin().rpc("admin_reorder_categories", { group_name: "Events", category_ids }),
    );
    for (const call of reordered) await allowed(call);
    expect(orders).toContainEqual(await idsOf("Events"));
    expect((await orderOf("Events")).map((line) => line.slice(-1))).toEqual(["1", "2", "3", "4"]);
  });
});

describe("a new category", () => {
  it("is at the end of its group, whatever place was requested, also when many are added at once", async () => {
    const added = ["A", "B", "C", "D"].map((name) =>
      categories().insert({ group_name: "Fresh", name, display_order: 1 }),
    );
    for (const call of added) await allowed(call);
    expect((await orderOf("Fresh")).map((line) => line.slice(-1))).toEqual(["1", "2", "3", "4"]);
  });

  it.each([
    [{ group_name: "Fresh", name: "A" }, "409 PT409"],
    [{ group_name: "Fresh", name: " Z" }, "400 23514"],
    [{ group_name: "Fresh", name: "" }, "400 23514"],
    [{ group_name: "", name: "X" }, "400 23514"],
    [{ group_name: "Fresh", name: "A > B" }, "400 23514"],
    [{ group_name: "Fresh", name: "x".repeat(81) }, "400 23514"],
  ])("is refused as %j", (row, expected) =>
    world.unchanged(PICTURE, () => refused(categories().insert(row), expected)),
  );
});

describe("what follows", () => {
  it("a new name is in every profile, job and search", async () => {
    const id = await idOf("Events", "Weddings");
    await choose("member", ["IT", "Events > Weddings"]);
    await choose("seeker", ["Events > Weddings"]);
    await postJob(world.people.seeker, { title: "Cake", category: "Events > Weddings" });
    await rows(categories().update({ name: "Wedding parties" }).eq("id", id).select("id"));
    expect(await selectionsOf("member")).toEqual(["IT", "Events > Wedding parties"]);
    expect(await selectionsOf("seeker")).toEqual(["Events > Wedding parties"]);
    expect(await world.see("select category from public.jobs where title = 'Cake'")).toBe(
      "Events > Wedding parties",
    );
    expect(await foundUnder("Events > Wedding parties")).toEqual([world.people.member.id]);
    expect(await foundUnder("Events > Weddings")).toEqual([]);
    expect(await linked("member", id)).toBe(true);
  });

  it("a group whose last category moves keeps those who chose all of it", async () => {
    await rows(categories().insert({ group_name: "Alone", name: "Only" }).select("id"));
    await choose("plain", ["Alone"]);
    const id = await idOf("Alone", "Only");
    await rows(categories().update({ group_name: "Together" }).eq("id", id).select("id"));
    expect(await selectionsOf("plain")).toEqual(["Together"]);
    expect(await linked("plain", id)).toBe(true);
  });

  it("a deleted one is removed from every provider, and a restored one returns to its place", async () => {
    const id = await idOf("IT", "Cyber Security");
    const chosen = ["Other: Boats", "IT > Cyber Security", "Events > Kids Party"];
    await choose("member", chosen);
    await choose("plain", ["IT"]);
    const remove = () => rows(categories().update({ is_active: false }).eq("id", id).select("id"));
    await remove();
    expect(await selectionsOf("member")).toEqual(["Other: Boats", "Events > Kids Party"]);
    expect([await linked("member", id), await linked("plain", id)]).toEqual([false, false]);
    expect(await foundUnder("IT > Cyber Security")).toEqual([]);
    await rows(categories().update({ is_active: true }).eq("id", id).select("id"));
    expect(await selectionsOf("member")).toEqual(chosen);
    expect([await linked("member", id), await linked("plain", id)]).toEqual([true, true]);
    expect(await foundUnder("IT > Cyber Security")).toContain(world.people.member.id);
    expect((await orderOf("IT")).at(-1)).toMatch(/^Cyber Security/);
  });
});
