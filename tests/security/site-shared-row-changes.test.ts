import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTwo } from "./two-processes.ts";

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

const provider = () => `/rest/v1/public_providers?select=*&user_id=eq.${member}`;
const feedback = () =>
  `/rest/v1/feedback?select=title,reply:feedback_replies(reply_text)&provider_id=eq.${member}`;
const PROFILE = "update public.profiles set";

describe("a change of a row is seen by the next request, in every process", () => {
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
    [
      "a summary",
      () => `/rest/v1/rpc/feedback_summary?p_provider=${member}`,
      "update public.feedback set rating = 3",
      [],
      '"rating":3',
    ],
    [
      "a review",
      () => `/rest/v1/reviews?select=message&provider_id=eq.${member}`,
      "update public.feedback set description = 'Came late.'",
      [],
      "Came late.",
    ],
    [
      "a service",
      () => `/rest/v1/services?select=title&provider_id=eq.${member}`,
      "insert into public.services (provider_id, title) values ($1, 'Tuning')",
      () => [member],
      "Tuning",
    ],
    [
      "opening hours",
      () => `/rest/v1/availability?select=radius&provider_id=eq.${member}`,
      "insert into public.availability (provider_id, radius) values ($1, 'All of Leeds')",
      () => [member],
      "All of Leeds",
    ],
    [
      "a telephone number",
      provider,
      `${PROFILE} show_phone = true, phone_number = '01134960123' where id = $1`,
      () => [member],
      "01134960123",
    ],
    [
      "the site's name",
      () => "/rest/v1/site_settings?select=value&key=eq.site_name",
      `update public.site_settings set value = '"Local Hands"' where key = 'site_name'`,
      [],
      "Local Hands",
    ],
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
