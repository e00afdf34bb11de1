import { expect, it } from "vitest";
import { rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";
import { SECRET } from "./contacts-world.ts";
import { quoteActs } from "./quotes-acts.ts";

const world = testWorld();
const { own, post, processExpiry } = quoteActs(() => world);

/** Read by everybody who sees the job; what stands in none of these lists belongs to the contact. */
const PUBLIC = [
  ..."id title description category categories category_keys location budget".split(" "),
  ..."budget_min budget_max budget_type user_id posted_by status posted_date".split(" "),
  ..."closed_at updated_at expires_at reveal_limit contact_erased pictures".split(" "),
];
/** Facts of the site's own, which say nothing of how to reach the poster. */
const INTERNAL = [
  ..."place position expiry_notice_at told_at widened_at outcome hired_provider_id".split(" "),
  ..."hired_at work_starts_on done_question_at done_by_provider_at ended_at".split(" "),
];

const columnsWhere = async (condition: string): Promise<string[]> =>
  (
    await own(
      `select attname as name from pg_attribute
       where attrelid = 'public.jobs'::regclass and attnum > 0 and not attisdropped and ${condition}`,
    )
  ).map(({ name }) => String(name));

it("visitors read the columns of a job that are public, and no other", async () => {
  const read = "has_column_privilege('anon', attrelid, attnum, 'select')";
  expect((await columnsWhere(read)).sort()).toEqual(PUBLIC.toSorted());
});

it.each([
  ["Unit A4, LS6 3AB", "Unit A4, LS6"],
  ["Flat B2, 1 Some Street Leeds LS6 3AB", "Flat B2, 1 Some Street Leeds LS6"],
  ["M1, ls6/3ab", "M1, LS6"],
  ["LS6 3AB, LS6-3AC and LS74AB, not LS6 3", "LS6, LS6 and LS7, not LS6"],
  ["L S 6 3 A B", "LS6"],
])("the location %j shows as %j, and edited keeps its sector", async (location, shown) => {
  const job = await post({ location });
  const seen = () =>
    world.see("select location || ' | ' || sector from public.jobs where id = $1", [job]);
  expect(await seen()).toBe(`${shown} | LS6 3`);
  await own("update public.jobs set location = location || ', England' where id = $1", [job]);
  expect(await seen()).toBe(`${shown}, England | LS6 3`);
  await own("update public.jobs set location = 'M1, Leeds' where id = $1", [job]);
  expect(await world.see("select sector from public.jobs where id = $1", [job])).toBeNull();
});

it("every column of the contact is erased with it, and left out of the audit log", async () => {
  const columns = await columnsWhere("true");
  const contact = columns.filter((name) => !PUBLIC.includes(name) && !INTERNAL.includes(name));
  expect(contact).toEqual(expect.arrayContaining(Object.keys(SECRET)));
  const job = await post({ ...SECRET, location: "Leeds, LS6 3AB" });
  const stored = () => own(`select ${contact.join(", ")} from public.jobs where id = $1`, [job]);
  expect(Object.values((await stored())[0] ?? {})).not.toContain(null);

  const deleted = world.people.admin.client.rpc("admin_delete_job", {
    job_id: await post(SECRET),
    reason: "Not a job",
  });
  await rows(deleted);
  const audited = await world.see<Record<string, unknown>>(
    "select before from public.audit_log where action = 'delete job'",
  );
  expect(Object.keys(audited)).toEqual(expect.arrayContaining(["title", "user_id"]));
  expect(Object.keys(audited).filter((name) => contact.includes(name))).toEqual([]);

  await own("update public.jobs set status = 'closed' where id = $1", [job]);
  await own("update public.jobs set ended_at = now() - interval '91 days' where id = $1", [job]);
  await processExpiry();
  expect(Object.values((await stored())[0] ?? {})).toEqual(contact.map(() => null));
});
