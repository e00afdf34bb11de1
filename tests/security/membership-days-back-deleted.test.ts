import { expect, it } from "vitest";
import { DAYS_BACK, LEAD_REPORT_DAYS } from "#domain/membership-days-back.ts";
import { daysBackWorld } from "./membership-days-back-world.ts";
import { type Name, outcome, rows } from "./people.ts";

/** A contact whose job was deleted can still be reported by whoever unlocked it. */
const { world, lead, own, me, moved, unlock, report, ledger, caseOf, decide } = daysBackWorld();

const remove = (who: Name = "seeker") =>
  who === "admin"
    ? rows(world.people.admin.client.rpc("admin_delete_job", { job_id: lead.job, reason: "Spam" }))
    : rows(world.people[who].client.from("jobs").delete().eq("id", lead.job).select("id"));
const unlockedAgo = (minutes: number) =>
  own("update public.job_contact_reveals set revealed_at = now() - $1 * interval '1 minute'", [
    minutes,
  ]);
const remembered = () => own("select provider_id, facts from private.deleted_leads");

it.each([
  ["its poster", "seeker"],
  ["an admin", "admin"],
] as const)("soon after the unlock by %s: the deletion proves it", async (_whose, who) => {
  await unlock(lead.job);
  await unlockedAgo(60);
  await remove(who);
  expect(await ledger()).toMatchObject([{ job_id: lead.job, title: "A roof", case_number: null }]);
  expect(await outcome(report(lead.job, "never existed", "hidden"))).toBe("409 PT409");
  const both = await Promise.all(
    ["never existed", "already hired"].map((p) => outcome(report(lead.job, p))),
  );
  expect(both.sort()).toEqual(["409 PT409", "let in"]);
  expect(await moved()).toBe(DAYS_BACK);
  expect(await ledger()).toMatchObject([{ state: "upheld", days_back: DAYS_BACK }]);
});

it.each([
  ["later", "never existed", 121],
  ["for a reason that a deletion does not prove", "wrong number", 60],
])("%s, an admin decides", async (_what, problem, minutes) => {
  await unlock(lead.job);
  await unlockedAgo(minutes);
  await remove();
  expect((await report(lead.job, problem)).data).toBe("open");
  expect(await moved()).toBe(0);
  await rows(decide(await caseOf(lead.job)));
  expect(await moved()).toBe(DAYS_BACK);
});

it("that was reported before gives nothing a second time", async () => {
  await unlock(lead.job);
  await rows(
    world.people.seeker.client
      .from("jobs")
      .update({ status: "closed" })
      .eq("id", lead.job)
      .select("id"),
  );
  expect((await report(lead.job, "already hired")).data).toBe("upheld");
  await remove();
  expect(await outcome(report(lead.job, "already hired"))).toBe("409 PT409");
  expect(await ledger()).toHaveLength(1);
  expect(await moved()).toBe(DAYS_BACK);
});

it("leaves nothing of the contact or of others, is read by no call, and is erased after 30 days", async () => {
  await unlock(lead.job);
  await own(
    `update public.jobs set status = 'hired', outcome = 'here', hired_at = now() - interval '1 day', work_starts_on = current_date,
       hired_provider_id = $1`,
    [world.people.hidden.id],
  );
  await remove();
  const left = await remembered();
  expect(left).toMatchObject([
    { provider_id: me().id, facts: { title: "A roof", hired_provider_id: null } },
  ]);
  expect(JSON.stringify(left)).not.toMatch(/@|description/);
  expect(JSON.stringify(await rows(me().client.from("job_contact_reveals").select()))).toBe("[]");
  const { data } = await world.service.rpc("export_account", { p_user: me().id });
  expect(JSON.stringify(data)).toContain('"job":"A roof"');
  const age = async (days: number) => {
    await own("update private.deleted_leads set revealed_at = now() - $1 * interval '1 day'", [
      days,
    ]);
    await own("select private.process_job_expiry()");
  };
  await age(LEAD_REPORT_DAYS - 0.01);
  expect(await remembered()).toHaveLength(1);
  await age(LEAD_REPORT_DAYS + 0.01);
  expect(await remembered()).toEqual([]);
  expect(await ledger()).toEqual([]);
  expect(await outcome(report(lead.job))).toBe("409 PT409");
});

it("is not remembered of a contact unlocked long ago, or when the poster's account is erased", async () => {
  await unlock(lead.job);
  await unlockedAgo((LEAD_REPORT_DAYS + 1) * 24 * 60);
  await remove();
  expect(await remembered()).toEqual([]);
  const [made] = await own(
    `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'gone@people.example', '{"account_type": "client"}') returning id`,
  );
  const [job] = await own(
    `insert into public.jobs (title, description, category, contact_email, user_id) values ('x', 'x', 'IT', 'a@b.example', $1) returning id`,
    [made?.id],
  );
  await unlock(String(job?.id));
  await own("delete from auth.users where id = $1", [made?.id]);
  expect(await remembered()).toEqual([]);
});
