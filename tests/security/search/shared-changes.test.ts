import { describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { feedbackActs } from "#tests/security/feedback/acts.ts";
import type { World } from "#tests/security/people.ts";
import { startTwo } from "#tests/security/two-processes.ts";

const SEARCH = "/rest/v1/rpc/search_providers?page_size=60&sort=newest";

const world = perFile(startTwo);

interface Found {
  total: number;
  providers: {
    user_id: string;
    name: string;
    business_name: string;
    rating_count: number;
    price_pence: number | null;
    price_unit: string | null;
    hours: unknown;
    picture: string | null;
  }[];
}

const priceOf = ({ providers }: Found) =>
  providers.flatMap(({ price_pence, price_unit }) =>
    price_pence === null ? [] : [price_pence, price_unit],
  );

const getAt = (backend: World["backend"], address = SEARCH) => world.getAt(backend, address);
const warm = (address = SEARCH) => world.warm(address);
const found = (address = SEARCH) => world.found<Found>(address);
const owner = (text: string, values: unknown[] = []) => world.owner(text, values);
const names = async (address?: string) => (await found(address)).providers.map(({ name }) => name);

describe("a change is seen by the next request, in every process", () => {
  it("when members are hidden and shown, again and again", async () => {
    const { member } = world.people;
    for (let turn = 0; turn < 8; turn++) {
      await warm();
      const show = turn % 2 === 1;
      await owner("update public.profiles set is_visible = $2 where id = $1", [member.id, show]);
      const listed = (await found()).providers.some(({ user_id }) => user_id === member.id);
      expect(listed, `turn ${turn}`).toBe(show);
    }
  });

  const rename = async (business_name: string) => {
    const edit = await world.request(`/rest/v1/profiles?id=eq.${world.people.member.id}`, {
      as: "member",
      method: "PATCH",
      body: { business_name },
    });
    expect(edit.status, edit.text).toBe(204);
  };

  it("when members edit their own data, through the same process or another", async () => {
    for (const business_name of ["First & Co", "Second & Co", "Third & Co"]) {
      await warm();
      await rename(business_name);
      expect((await found()).providers.map((one) => one.business_name)).toContain(business_name);
    }
  });

  const person = (text: string) => () => owner(text, [world.people.member.id]);
  const membership = (end: string) => () =>
    world.setMembership("member", `subscription_end = ${end}`);
  const PROFILE = "update public.profiles set";
  it.each<[string, () => Promise<unknown>, (all: Found) => unknown, unknown]>([
    [
      "a name and a business that are changed",
      person(`${PROFILE} first_name = 'Anew', business_name = 'Anew & Co' where id = $1`),
      ({ providers }) => providers.some(({ name }) => name === "Anew Tester"),
      true,
    ],
    [
      "feedback that is given",
      async () =>
        feedbackActs(() => world).insert("seeker", { description: "Came and did it well." }),
      ({ providers }) => providers.map(({ rating_count }) => rating_count).includes(1),
      true,
    ],
    [
      "feedback that is hidden",
      person(
        "update public.feedback set moderated_at = now(), approved = false where provider_id = $1",
      ),
      ({ providers }) => providers.map(({ rating_count }) => rating_count).includes(1),
      false,
    ],
    [
      "a first price, and a lower one",
      person(
        `insert into public.services (provider_id, title, price_pence, unit)
           select $1, 'Stairs', pence, 'hour' from unnest(array[6000, 4500]) as pence`,
      ),
      priceOf,
      [4500, "hour"],
    ],
    [
      "a price that is raised",
      person("update public.services set price_pence = 9000 where provider_id = $1"),
      priceOf,
      [9000, "hour"],
    ],
    [
      "hours that are stated",
      person(
        `insert into public.availability (provider_id, hours) values ($1, '{"sun": "closed"}')`,
      ),
      ({ providers }) => providers.map(({ hours }) => hours),
      expect.arrayContaining([{ sun: "closed" }, null]),
    ],
    [
      "the first picture of the work that is a file of ours, and no film",
      person(`${PROFILE} work_samples = (
        select jsonb_agg(jsonb_build_object('id', md5(url), 'title', 'Work', 'media', jsonb_build_array(
          jsonb_build_object('id', md5(url), 'type', kind, 'url', url, 'filename', 'f'))) order by nr)
        from (values (1, 'image', 'https://world.elsewhere.example/a.jpg'),
          (2, 'video', '/storage/v1/object/public/portfolio_media/' || id || '/portfolio/1-0.mp4'),
          (3, 'image', '/storage/v1/object/public/portfolio_media/' || id || '/portfolio/2-0.jpg')) as work (nr, kind, url))
        where id = $1`),
      ({ providers }) => providers.map(({ picture }) => picture?.replace(/.*\//, "")),
      expect.arrayContaining(["2-0.jpg", undefined]),
    ],
    [
      "an account that an admin switches off",
      person(`${PROFILE} is_active = false where id = $1`),
      ({ providers }) => providers.length,
      1,
    ],
    [
      "the same switched on",
      person(`${PROFILE} is_active = true where id = $1`),
      ({ providers }) => providers.length,
      2,
    ],
    ["a membership that ends", membership("now()"), ({ providers }) => providers.length, 1],
    [
      "one that begins again",
      membership("now() + interval '1 year'"),
      (all) => all.providers.length,
      2,
    ],
    ["everybody gone", () => owner("truncate search.listings"), ({ total }) => total, 0],
    [
      "everybody back",
      () => owner("select search.refresh_listing(id) from public.profiles"),
      ({ total }) => total,
      2,
    ],
  ])("%s", async (_, change, select, expected) => {
    await warm();
    await change();
    expect(select(await found())).toEqual(expected);
  });

  it("a move to another town, by lists of that town", async () => {
    const [, second] = (await found()).providers.map(({ user_id }) => user_id);
    const town = "/rest/v1/rpc/search_providers?location=Ripon";
    const spoken = "/rest/v1/rpc/search_providers?service=tester%20near%20Ripon";
    const home = await world.stored<string>("profiles.location", second);
    const before = [(await found(town)).total, (await found(spoken)).total];
    const move = (location: string) => world.setProfile(String(second), "location = $2", location);
    for (const address of [town, spoken]) await warm(address);
    await move("Ripon");
    expect([(await found(town)).total, (await found(spoken)).total]).toEqual([1, 1]);
    for (const address of [town, spoken]) await warm(address);
    await move(home);
    expect([(await found(town)).total, (await found(spoken)).total]).toEqual(before);
  });

  it("nothing of a change that was rolled back, and nothing before it is committed", async () => {
    await warm();
    const before = await names();
    const { db } = world.backend;
    await db
      .transaction(async (tx) => {
        await tx.query("update public.profiles set first_name = 'Never'");
        await warm();
        expect(await names()).toEqual(before);
        throw new Error("roll back");
      })
      .catch(() => {});
    expect((await getAt(world.backend)).cached).toBe(true);
    expect(await names()).toEqual(before);
  });
});
