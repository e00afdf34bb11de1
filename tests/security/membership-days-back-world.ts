import { beforeEach } from "vitest";
import { type Name, rows } from "./people.ts";
import { testWorld } from "./test-world.ts";

const DAY = 86_400_000;

/** A member who can report dead leads, and one job that is not unlocked yet, anew before each test. */
export const daysBackWorld = () => {
  const world = testWorld();
  /** Of a test: its job, and when the membership ended before it, in milliseconds. */
  const lead = { job: "", end: 0 };
  const own = (question: string, values: unknown[] = []) =>
    world.backend.db.query(question, values);
  const me = () => world.people.member;
  const endOf = async (who: Name = "member") =>
    world.see<Date>("select subscription_end from public.subscribers where user_id = $1", [
      world.people[who].id,
    ]);
  /** By how many days the member's end has moved since the test began. */
  const moved = async () => ((await endOf()).getTime() - lead.end) / DAY;
  const post = async (more = {}) => {
    const { client, id } = world.people.seeker;
    const row = { title: "A roof", description: "x", category: "IT", contact_email: "a@b.example" };
    const [posted] = await rows<{ id: string }>(
      client
        .from("jobs")
        .insert({ ...row, user_id: id, ...more })
        .select("id"),
    );
    return posted?.id ?? "";
  };
  const unlock = (job_id: string, who: Name = "member") =>
    rows(world.people[who].client.rpc("reveal_job_contact", { job_id }));
  const report = (
    job_id: string,
    problem: unknown = "wrong number",
    who: Name | "visitor" = "member",
  ) => world.clientOf(who).rpc("report_lead", { job_id, problem });
  const ledger = () => rows(me().client.rpc("list_leads"));
  const caseOf = (job_id: string) =>
    world.see<string>("select id from public.reports where target_id = $1", [job_id]);
  const decide = (report_id: string, uphold = true) =>
    world.people.admin.client.rpc("admin_decide_report", { report_id, uphold, reason: "We rang." });

  beforeEach(async () => {
    await own(
      "delete from public.reports; delete from public.jobs; delete from notify.notices; delete from private.deleted_leads",
    );
    await own("delete from private.rate_limits");
    await own(
      `update public.subscribers set subscribed = true, subscription_end = now() + interval '1 year',
         promo_code = 'FIRST100', payment_subscription = null, paid_until = null, cancel_at_period_end = true,
         payment_event_at = null, grant_reason = null where user_id = $1`,
      [me().id],
    );
    lead.end = (await endOf()).getTime();
    lead.job = await post();
  });

  return {
    world,
    lead,
    own,
    me,
    endOf,
    moved,
    post,
    unlock,
    report,
    ledger,
    caseOf,
    decide,
  };
};
