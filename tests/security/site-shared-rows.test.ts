import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTwo } from "./two-processes.ts";

/** Tables and views whose comments let the answers made of them be shared. */
const SHARED = ["categories", "feedback", "feedback_replies", "public_providers", "site_settings"];

let two: Awaited<ReturnType<typeof startTwo>>;
let member: string;
let seeker: string;
beforeAll(async () => {
  two = await startTwo();
  member = two.world.people.member.id;
  seeker = two.world.people.seeker.id;
  await two.owner(
    `insert into public.feedback (provider_id, user_id, rating, title, description)
      values ($1, $2, 4, 'Good', 'Came at once.')`,
    [member, seeker],
  );
});
afterAll(() => two?.close());

const isCached = async (address: string) => (await two.world.request(address)).headers.has("age");

describe("rows that are the same for every visitor", () => {
  it("are those of a few tables and views, which say so", async () => {
    const promised = await two.world.see<string[]>(
      `select array_agg(relname::text order by relname) from pg_class
        where obj_description(oid, 'pg_class') ~ '(?n)^Cache-Control: public'`,
    );
    expect(promised).toEqual(SHARED);
    for (const table of [...SHARED, "jobs", "businesses"]) {
      const address = `/rest/v1/${table}?select=${table === "site_settings" ? "key" : "id"}&limit=1`;
      if (SHARED.includes(table)) await two.warm(address);
      else
        expect([await isCached(address), await isCached(address)], table).toEqual([false, false]);
    }
  });

  it("rest on nobody's claims, and on no clock but the end of a membership", async () => {
    const rules = await two.world.see<string>(
      `select string_agg(tablename || ': ' || qual, '; ' order by tablename, policyname)
        from pg_policies where tablename = any ($1) and 'anon' = any (roles) and cmd = 'SELECT'`,
      [SHARED],
    );
    // Visitors are no admins; what a reply rests on beside its row is its feedback.
    expect(rules).not.toMatch(/now\(|current_|uid\(|jwt/);
    expect(rules.split("; ").map((rule) => rule.split(":")[0])).toEqual(
      SHARED.filter((name) => name !== "public_providers"),
    );
    const view = await two.world.see<string>(
      "select pg_get_viewdef('public.public_providers'::regclass)",
    );
    expect(view.match(/\w+\(/g)).toEqual(["now("]);
    expect(view).toContain("membership_end > now()");
  });

  it("are given to nobody who is signed in, nor what they see to visitors", async () => {
    const address = `/rest/v1/feedback?select=id,description&provider_id=eq.${member}`;
    await two.owner("update public.feedback set approved = false, moderated_at = now()");
    expect(await two.found(address)).toEqual([]);
    const own = await two.world.request(address, { as: "seeker" });
    expect([own.headers.has("age"), own.headers.get("cache-control")]).toEqual([false, "no-store"]);
    expect(own.text).toContain("Came at once.");
    expect(await two.found(address)).toEqual([]);
    await two.owner("update public.feedback set approved = true");
  });
});

describe("an account that changes nothing", () => {
  const NOBODY = "00000000-0000-0000-0000-000000000000";
  it.each<[string, string, string, unknown]>([
    ["feedback that is not there", "PATCH", `feedback?id=eq.${NOBODY}`, { approved: true }],
    ["no feedback", "POST", "feedback", []],
    ["a reply", "PATCH", `feedback_replies?id=eq.${NOBODY}`, { reply_text: "x" }],
    ["a category", "PATCH", `categories?id=eq.${NOBODY}`, { name: "x" }],
    ["synonyms", "PATCH", "search_synonyms?term=eq.none", { means: ["x"] }],
    [
      "a name of somebody unlisted",
      "PATCH",
      "profiles?account_type=eq.provider",
      { first_name: "Z" },
    ],
  ])("keeps nobody's answers away by %s", async (_, method, path, body) => {
    const address = "/rest/v1/categories?select=id&limit=1";
    await two.warm(address);
    const { status, text } = await two.world.request(`/rest/v1/${path}`, {
      as: "plain",
      method,
      body,
    });
    expect([200, 201, 204], text).toContain(status);
    expect(await isCached(address)).toBe(true);
  });
});

const provider = () => `/rest/v1/public_providers?select=*&user_id=eq.${member}`;
const feedback = () =>
  `/rest/v1/feedback?select=title,reply:feedback_replies(reply_text)&provider_id=eq.${member}`;
const PROFILE = "update public.profiles set";

describe("a change of a row is seen by the next who asks, in every process", () => {
  it.each<[string, () => string, string, unknown[] | (() => unknown[]), string]>([
    [
      "a first name",
      provider,
      `${PROFILE} first_name = 'Anew' where id = $1`,
      () => [member],
      "Anew",
    ],
    [
      "skills",
      provider,
      `${PROFILE} skills = '[{"name": "Zithers", "category": "IT"}]' where id = $1`,
      () => [member],
      "Zithers",
    ],
    [
      "social links",
      provider,
      `${PROFILE} social_links = '{"linkedin": "https://zz.example"}' where id = $1`,
      () => [member],
      "zz.example",
    ],
    ["feedback", feedback, "update public.feedback set title = 'Better'", [], "Better"],
    [
      "a reply",
      feedback,
      `insert into public.feedback_replies (feedback_id, provider_id, reply_text)
        select id, provider_id, 'Thank you' from public.feedback`,
      [],
      "Thank you",
    ],
    ["a reply's words", feedback, "update public.feedback_replies set reply_text = 'Ta'", [], "Ta"],
    ["a reply that goes", feedback, "delete from public.feedback_replies", [], '"reply":null'],
    ["everybody's feedback gone", feedback, "truncate public.feedback cascade", [], "nothing"],
    [
      "a category",
      () => "/rest/v1/categories?select=name&order=name&limit=1",
      `update public.categories set name = 'Aaa' where id =
        (select id from public.categories where is_active order by name limit 1)`,
      [],
      "Aaa",
    ],
    [
      "a provider who hides",
      provider,
      `${PROFILE} is_visible = false where id = $1`,
      () => [member],
      "nothing",
    ],
    [
      "a provider who is back",
      provider,
      `${PROFILE} is_visible = true where id = $1`,
      () => [member],
      "Zithers",
    ],
    [
      "a provider who is gone",
      provider,
      "delete from auth.users where id = $1",
      () => [member],
      "nothing",
    ],
  ])("%s", async (_, address, change, values, expected) => {
    const text = async () => {
      const rows = await two.found<unknown[]>(address());
      return rows.length === 0 ? "nothing" : JSON.stringify(rows);
    };
    await two.warm(address());
    expect(await text()).not.toContain(expected);
    await two.owner(change, typeof values === "function" ? values() : values);
    expect(await text()).toContain(expected);
  });
});
