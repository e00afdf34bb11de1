import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startTwo } from "#tests/security/two-processes.ts";

/** A cached search ends with each change of who is listed or what is shown of them, and with no other. */
const world = perFile(startTwo);
let listed: string[];
const owner = (text: string, values: unknown[] = []) => world.owner(text, values);
const addressOf = (search: Record<string, string>) =>
  `/rest/v1/rpc/search_providers?${new URLSearchParams(search)}`;

beforeAll(async () => {
  const { member, unconfirmed, hidden, lapsed } = world.people;
  listed = [member, unconfirmed, hidden, lapsed].map(({ id }) => id);
  await owner(
    "update public.subscribers set subscription_end = now() + interval '1 year' where user_id = any($1)",
    [listed],
  );
  const facts = ["Vintage lamps mended|Ripon", "Quiet pianos tuned|Selby", "Odd|Selby", "Odd|York"];
  for (const [nr, fact] of facts.entries())
    await world.setProfile(
      listed[nr] ?? "",
      `bio = split_part($2, '|', 1), location = split_part($2, '|', 2),
        business_name = 'Halden', skills = '[]', categories = '{IT}', is_visible = true`,
      fact,
    );
  const listings = await world.count("search.listings");
  expect(listings).toBe(listed.length);
});

const describeAs = (person: number, bio: string) =>
  world.setProfile(listed[person] ?? "", "bio = $2", bio);
const moveTo = (person: number, location: string) =>
  world.setProfile(listed[person] ?? "", "location = $2", location);

describe("a cached search", () => {
  it("is what an uncached one is after any change", async () => {
    let state = 5;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
    const words = "lamp lamps lamplight piano pianist harp harbour plumber plumbing the x".split(
      " ",
    );
    const towns = ["Ripon", "Selby", "Ripon Moor", "York", "Goole", "New York", "Ye", "LS6"];
    const typed = [...words, ..."lam pia harb lampz pianoo plumers l p sparky".split(" ")];
    const places = [...towns, "rip", "yo", "y", "Ripom", "within 10 miles of York", "Selbi", ""];
    const searches = Array.from(
      { length: 30 },
      (): Record<string, string> => ({
        ...(random(4) > 0 && {
          service: `${pick(typed)} ${random(3) === 0 ? pick(typed) : ""}`.trim(),
        }),
        ...(random(2) > 0 && { location: pick(places) }),
        ...(random(3) === 0 && { within: pick(["5", "20", "100"]) }),
        ...(random(6) === 0 && { sort: pick(["newest", "rating", "distance"]) }),
        ...(random(6) === 0 && { category: "IT" }),
      }),
    );
    for (let step = 0; step < 20; step++) {
      const id = pick(listed);
      const kind = random(5);
      if (kind === 0) await moveTo(listed.indexOf(id), pick(towns));
      else if (kind === 1) await world.setProfile(id, "business_name = $2", pick(words));
      else if (kind === 2) await world.setProfile(id, "is_visible = not is_visible");
      else await describeAs(listed.indexOf(id), `${pick(words)} ${pick(words)}`);
      for (const search of searches) {
        const address = addressOf(search);
        const { text } = await world.getAt(world.backend, address);
        const anew = await world.request(address, { headers: { "cache-control": "no-store" } });
        expect(text, `step ${step}: ${address}`).toBe(anew.text);
      }
    }
  }, 180_000);
});
