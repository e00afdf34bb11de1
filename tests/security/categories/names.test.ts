import { describe, expect, it } from "vitest";
import { allowed, outcome, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

/** Every category and group has an address of its own, which no later one takes over. */
const world = testWorld();
const categories = () => world.from("admin", "categories");
const add = (group_name: string, name: string) => categories().insert({ group_name, name });
const idOf = (name: string) =>
  world.see<string>("select id from public.categories where name = $1 and is_active", [name]);
const change = (id: string, values: object) =>
  categories().update(values).eq("id", id).select("id");

describe("a new category", () => {
  it.each([
    ["events", "Ghost Tours", 'there is a group "Events" already.'],
    ["EVENTS", "Ghost Tours", 'there is a group "Events" already.'],
    ["Évents", "Ghost Tours", 'there is a group "Events" already.'],
    ["Pets & Animals", "Pet Sitting", null],
    ["Pets-Animals", "Ghost Tours", 'there is a group "Pets/Animals" already.'],
    ["Hair and Beauty", "Ghost Tours", 'there is a group "Hair & Beauty" already.'],
    ["Events", "weddings", 'there is a category "Weddings" in Events already.'],
    ["IT", "Weddings", 'there is a category "Weddings" in Events already.'],
    ["IT", "events", 'there is a group "Events" already.'],
    ["Weddings", "Cakes", 'there is a category "Weddings" in Events already.'],
    ["Boats", "boats", 'there is a group "Boats" already.'],
    ["IT", "Cyber/Security", 'there is a category "Cyber Security" in IT already.'],
    [
      "IT",
      "Cyber#Security",
      '"Cyber#Security" would have the web address of the category "Cyber Security" in IT.',
    ],
    [
      "Hair + Beauty",
      "Wigs",
      '"Hair + Beauty" would have the web address of the group "Hair & Beauty".',
    ],
    ["IT", "C++", null],
    ["IT", "C#", null],
    ["IT", "c##", '"c##" would have the web address of the category "C++" in IT.'],
    ["IT", "C+", '"C+" would have the web address of the category "C#" in IT.'],
  ])("%s > %s", async (group, name, refusal) => {
    const { error } = await add(group, name);
    expect(error?.message ?? null).toBe(refusal && `Please choose another name: ${refusal}`);
    if (refusal) expect(error?.code).toBe("PT409");
  });

  it("has the name of no other, also if two admins add them at once", async () => {
    const pairs = [
      "Racing > Karts, Racing > karts",
      "Sailing > Dinghies, sailing > Yachts",
      "Skating > Rinks, IT > Skating",
    ];
    for (const pair of pairs) {
      const names = pair.split(", ").map((one) => one.split(" > ") as [string, string]);
      const both = await Promise.all(names.map((one) => outcome(add(...one))));
      expect(both.toSorted(), pair).toEqual(["409 PT409", "let in"]);
    }
  });
});

describe("a category that changes", () => {
  it("the last one of a group may rename it", async () => {
    await rows(add("Lonely", "Hermits").select("id"));
    const id = await idOf("Hermits");
    await allowed(change(id, { group_name: "LONELY" }));
    await refused(change(id, { group_name: "Hermits" }), "409 PT409");
  });

  it("leaves its address free when it is deleted, and is not restored while another has it", async () => {
    const id = await idOf("Nails");
    await rows(change(id, { is_active: false }));
    const again = await add("Hair & Beauty", "Nails");
    expect(again.error?.message).toBe(
      'Please restore "Nails" in Hair & Beauty instead: it was deleted there.',
    );
    await rows(add("IT", "Nails").select("id"));
    const { error } = await change(id, { is_active: true });
    expect(error?.message).toBe(
      'Please choose another name: there is a category "Nails" in IT already.',
    );
    await rows(change(await idOf("Nails"), { is_active: false }));
    await rows(change(id, { is_active: true }));
  });
});

it("the database itself holds no two active categories with one address", async () => {
  const twice = world.backend.db.transaction(async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query("insert into public.categories (group_name, name) values ('IT', 'plumber')");
  });
  await expect(twice).rejects.toThrow("categories_by_slug");
});
