import { beforeEach, describe, expect, it } from "vitest";
import { allowed, outcome, refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
let nameless: string;
const OWN = "owner@bakery.example";

beforeEach(async () => {
  await world.sql("delete from public.businesses");
  nameless = await world.see(
    `insert into public.businesses (business_name, business_email)
     values ('No Address', null), ('Bakery', $1) returning id`,
    [OWN],
  );
});

describe("listing a business", () => {
  const list = (row: object) => world.from("admin", "businesses").insert(row);

  it("happens once, whatever its case and spaces, also by two at once", async () => {
    const shouted = { business_name: " bakery ", business_email: OWN.toUpperCase() };
    await refused(list(shouted), "409 PT409");
    await allowed(list({ business_name: "Bakery" }));
    const twins = [1, 2].map(() =>
      outcome(list({ business_name: "Twin", business_email: "t@t.example" })),
    );
    expect((await Promise.all(twins)).toSorted()).toEqual(["409 PT409", "let in"]);
    const same = { business_name: "Bakery", business_email: OWN };
    const renamed = world.from("admin", "businesses").update(same).eq("id", nameless);
    await refused(renamed, "409 PT409");
  });

  it.each([
    "no address",
    "a@b",
    "a@b.c\r\nBcc: x@y.example",
    "<a@b.example>",
    "a@b.example,c@d.example",
  ])("accepts only an address that one mail can go to, not %j", async (business_email) => {
    await refused(list({ business_name: "Odd", business_email }), "400 PT400");
  });
});
