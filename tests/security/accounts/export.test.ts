import { expect, it } from "vitest";
import { feedbackActs } from "#tests/security/feedback/acts.ts";
import { postJob } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

/** What refers to an account and is not in its export, and why. */
const LEFT_OUT: Record<string, string> = {
  "public.account_deletions": "is there only while nobody can sign in",
  "public.feedback_revisions": "what moderators did, not what the account is",
  "public.report_events": "what admins did with a report; the outcome is with the report",
  "public.provider_categories": "a spelling of profiles.categories",
  "public.site_settings": "what an admin did for the site",
  "search.listings": "a copy of the profile",
  "private.hidden_pictures": "what moderators did, not what the account is",
  "private.removed_selections": "what came off the profile with a category, kept for its return",
  "private.unfinished_sign_ups": "a mark that is gone once the sign-up is finished",
};

it("every table with data of an account is in the export, or says why not", async () => {
  const tables = await world.sql<{ name: string }>(
    `select distinct n.nspname || '.' || c.relname as name from pg_constraint k
       join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname in ('public', 'private')
       and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass) order by 1`,
  );
  const queries = await world.see<string>(
    "select string_agg(query, ' ') from private.export_parts()",
  );
  const named = (name: string) => new RegExp(`\\b${name.replace(".", "\\.")}\\b`).test(queries);
  expect(
    tables.map(({ name }) => name).filter((name) => !named(name) && !(name in LEFT_OUT)),
  ).toEqual([]);
});

it("contains the person's own data only: no contact of a job that was another's", async () => {
  const { seeker, rival, member } = world.people;
  const phone = { contact_phone: "+44 7700 900999" };
  const mine = { title: "Fix it", contact_email: "secret@seeker.example" };
  const job_id = await postJob(seeker, { ...phone, ...mine });
  const theirs = { title: "Not yours", contact_email: "secret@rival.example" };
  await postJob(rival, { ...phone, ...theirs });
  await member.client.rpc("reveal_job_contact", { job_id });
  await member.client.from("saved_jobs").insert({ provider_id: member.id, job_id });
  const { give } = feedbackActs(() => world);
  await give("seeker", { title: "Splendid" });
  await give("rival", { rating: 1, title: "Withheld words" });
  await world.sql(
    "update public.feedback set approved = false, moderated_at = now() where user_id = $1",
    [rival.id],
  );
  const held = async (id: string) =>
    JSON.stringify((await world.rpc("service", "export_account", { p_user: id })).data);
  const members = await held(member.id);
  for (const own of ["Fix it", "Splendid", member.email]) expect(members).toContain(own);
  const others = ["secret@", "900999", "Not yours", "Withheld words", rival.email, seeker.email];
  for (const foreign of others) expect(members, foreign).not.toContain(foreign);
  const seekers = await held(seeker.id);
  for (const own of ["secret@seeker.example", "member Ltd", "Splendid"])
    expect(seekers).toContain(own);
  for (const foreign of ["secret@rival", "Not yours", member.email, "cus_"]) {
    expect(seekers, foreign).not.toContain(foreign);
  }
  const token = await world.see<string>(
    "select unsubscribe_token::text from public.notification_settings where user_id = $1",
    [member.id],
  );
  for (const secret of [token, "encrypted_password", "$argon2", member.token])
    expect(members).not.toContain(secret);
});
