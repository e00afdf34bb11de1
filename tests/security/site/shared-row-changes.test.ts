import { beforeAll, describe, expect, it } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { startTwo } from "#tests/security/two-processes.ts";

const world = perFile(startTwo);
let member: string;
let seeker: string;
beforeAll(async () => {
  member = world.people.member.id;
  seeker = world.people.seeker.id;
  await world.owner(
    `insert into public.feedback (provider_id, user_id, rating, title, description)
      values ($1, $2, 4, 'Good', 'Came at once.')`,
    [member, seeker],
  );
});

const provider = () => `/rest/v1/public_providers?select=*&user_id=eq.${member}`;
const page = () => `/rest/v1/rpc/provider_page?provider_id=${member}`;
const feedback = () =>
  `/rest/v1/feedback?select=title,reply:feedback_replies(reply_text)&provider_id=eq.${member}`;
const profile = (set: string) => `update public.profiles set ${set} where id = $1`;
const MODERATED = "update public.feedback set moderated_at = now(),";

type Change = [what: string, address: () => string, change: string, expected: string];

describe("a change of a row is seen by the next request, in every process", () => {
  it.each<Change>([
    ["a first name", provider, profile(`first_name = 'Anew'`), "Anew"],
    ["skills", provider, profile(`skills = '[{"name": "Zithers", "category": "IT"}]'`), "Zithers"],
    [
      "skills on the page",
      page,
      profile(`skills = '[{"name": "Zithers", "category": "IT"}, {"name": "Lutes"}]'`),
      "Lutes",
    ],
    ["feedback", feedback, "update public.feedback set title = 'Better'", "Better"],
    ["feedback on the page", page, "update public.feedback set title = 'Best'", "Best"],
    [
      "stars on the page",
      page,
      "update public.feedback set rating = 2",
      '"rating_average":2,"rating_count":1',
    ],
    ["hidden feedback", page, `${MODERATED} approved = false`, '"latest":[]'],
    ["feedback that is shown again", page, `${MODERATED} approved = true`, "Best"],
    [
      "a reply",
      feedback,
      `insert into public.feedback_replies (feedback_id, provider_id, reply_text)
        select id, provider_id, 'Thank you' from public.feedback`,
      "Thank you",
    ],
    ["a reply that goes", feedback, "delete from public.feedback_replies", '"reply":null'],
    [
      "a summary",
      () => `/rest/v1/rpc/feedback_summary?p_provider=${member}`,
      "update public.feedback set rating = 3",
      '"rating":3',
    ],
    [
      "a review",
      () => `/rest/v1/reviews?select=message&provider_id=eq.${member}`,
      "update public.feedback set description = 'Came late.'",
      "Came late.",
    ],
    [
      "a service",
      page,
      "insert into public.services (provider_id, title) values ($1, 'Tuning')",
      "Tuning",
    ],
    [
      "opening hours",
      page,
      "insert into public.availability (provider_id, base, miles) values ($1, 'Leeds', 5)",
      '"base":"Leeds"',
    ],
    ["a service that goes", page, "delete from public.services", '"services":[]'],
    [
      "a telephone number",
      provider,
      profile(`show_phone = true, phone_number = '01134960123'`),
      "01134960123",
    ],
    [
      "the site's name",
      () => "/rest/v1/site_settings?select=value&key=eq.site_name",
      `update public.site_settings set value = '"Local Hands"' where key = 'site_name'`,
      "Local Hands",
    ],
    ["everybody's feedback gone", feedback, "truncate public.feedback cascade", "nothing"],
    [
      "a category",
      () => "/rest/v1/categories?select=name&order=name&limit=1",
      `update public.categories set name = 'Aaa' where id =
        (select id from public.categories where is_active order by name limit 1)`,
      "Aaa",
    ],
    ...[provider, page].flatMap((address): Change[] => [
      ["a provider who hides", address, profile(`is_visible = false`), "nothing"],
      ["a provider who is back", address, profile(`is_visible = true`), "Zithers"],
    ]),
    [
      "a membership that ends",
      page,
      "update public.subscribers set subscription_end = now() where user_id = $1",
      "nothing",
    ],
    [
      "one that begins again",
      page,
      "update public.subscribers set subscription_end = now() + interval '1 year' where user_id = $1",
      "Zithers",
    ],
    ["a provider who is gone", page, "delete from auth.users where id = $1", '"departed":true'],
  ])("%s", async (_, address, change, expected) => {
    const text = async () => {
      const found = await world.found<unknown[] | { provider: unknown }>(address());
      const none = Array.isArray(found) ? found.length === 0 : found.provider === null;
      return (none ? "nothing" : "") + JSON.stringify(found);
    };
    await world.warm(address());
    expect(await text()).not.toContain(expected);
    await world.owner(change, change.includes("$1") ? [member] : []);
    expect(await text()).toContain(expected);
  });
});
