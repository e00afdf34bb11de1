import { beforeEach, expect, it } from "vitest";
import { refused } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();
const own = (question: string, values: unknown[] = []) => world.sql(question, values);
const member = () => world.people.member.id;

beforeEach(async () => {
  await own("delete from private.response_facts");
  await own("delete from public.enquiries");
  await own("delete from public.enquiry_blocks");
  await own("delete from public.hires");
});

/** Conversations that the seeker began so many days ago, each answered after its hours, or never (null). */
const talks = (answers: readonly (number | null)[], days = 30) =>
  own(
    `with talk as (
       insert into public.enquiries (sender_id, provider_id, subject, created_at, last_message_at)
       select $1, $2, 'A fence', now() - make_interval(days => $4), now() - make_interval(days => $4)
       from unnest($3::float8[]) returning id, created_at),
     numbered as (select id, created_at, row_number() over () as n from talk)
     insert into public.enquiry_messages (enquiry_id, author_id, body, created_at)
     select id, $1, 'Could you?', created_at from numbered
     union all
     select id, $2, 'Yes', created_at + make_interval(secs => a.hours * 3600)
     from numbered join unnest($3::float8[]) with ordinality as a (hours, n) using (n) where a.hours is not null`,
    [world.people.seeker.id, member(), answers, days],
  );
/** By as many clients more. */
const hires = (many: number, columns = "confirmed_at", values = "now()") =>
  own(
    `insert into public.hires (client_id, provider_id, ${columns})
     select p.id, $1, ${values} from public.profiles p
     where p.id <> $1 and p.id not in (select h.client_id from public.hires h) order by p.id limit ${many}`,
    [member()],
  );
/** Counts as on another day. */
const count = async () => {
  await own("update private.response_facts set counted_on = counted_on - 1");
  await own("select private.refresh_response_facts()");
};
const shown = async () => {
  await count();
  const page = await world.rpc("visitor", "provider_page", { provider_id: member() });
  return page.data.response;
};
const NONE = { questions: null, answered: null, reply_minutes: null, hires: null };

it("shows nothing below five cases", async () => {
  await talks([1, 1, 1, 1]);
  await hires(4);
  expect(await shown()).toBeNull();
  await talks([1]);
  expect(await shown()).toEqual({ ...NONE, questions: 5, answered: 5, reply_minutes: 60 });
  await own(
    "insert into public.hires (client_id, provider_id, confirmed_at) select client_id, provider_id, now() from public.hires",
  );
  expect(await shown(), "the same clients again").toMatchObject({ hires: null });
  await hires(1);
  expect(await shown()).toMatchObject({ hires: 5 });
});

it("gives the median of the first answers, in which silence never ends", async () => {
  await talks([1, 2, 3, null, null]);
  expect(await shown()).toEqual({ ...NONE, questions: 5, answered: 3, reply_minutes: 180 });
  await talks([null, null]);
  expect(await shown(), "most are unanswered").toEqual({ ...NONE, questions: 7, answered: 3 });
});

it("counts an answer after a week as none, and no young question, old conversation or blocked person", async () => {
  await talks([1, 1, 1, 1, 24 * 8]);
  await talks([null, null], 2);
  await talks([5, 5, 5], 400);
  expect(await shown()).toEqual({ ...NONE, questions: 5, answered: 4, reply_minutes: 60 });
  await own("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
    member(),
    world.people.seeker.id,
  ]);
  expect(await shown()).toBeNull();
});

it("ends the cached page only when a fact changes", async () => {
  await talks([1, 1, 1, 1, 1]);
  await count();
  const ended = () =>
    world.count("private.cache_changes where $1 = any (tags)", [`listing:${member()}`]);
  const before = await ended();
  await count();
  expect(await ended()).toBe(before);
  await hires(5);
  await count();
  expect(await ended()).toBe(before + 1);
});

it("counts every listed provider once a day, and is nobody's to read or call", async () => {
  await own("select private.refresh_response_facts()");
  const counted = () => world.count("private.response_facts");
  expect(await counted()).toBe(await world.count("search.listings"));
  for (const who of ["visitor", "seeker", "member", "admin"] as const) {
    const client = world.clientOf(who);
    await refused(client.rpc("refresh_response_facts"), /^404|^403/, who);
    await refused(client.schema("private").from("response_facts").select("*"), /^40[146]/, who);
  }
});
