import { type Name, postJob, type Who, type World } from "#tests/security/people.ts";

/** What becomes of the seeker's jobs in a world that may still be starting, and the mails about it. */
export const jobActs = (world: () => World) => {
  const own = (question: string, values: unknown[] = []) => world().sql(question, values);
  const idOf = (who: Name) => world().people[who].id;
  /** Each on a day of its own, as the limit of a day counts. */
  const post = async (more = {}) => {
    await own("delete from private.rate_limits where key like 'job%'");
    return postJob(world().people.seeker, more);
  };
  /** Puts a job where no road may lead, as the owner of the database can. */
  const put = async (id: string, status: string) => {
    await own(
      "set session_replication_role = replica; update public.jobs set status = 'open', closed_at = null, outcome = null, hired_at = null, hired_provider_id = null, work_starts_on = null",
    );
    await own(
      `update public.jobs set status = $2, closed_at = case when $2 = 'closed' then now() end,
         outcome = case when hired then 'here' end, hired_at = case when hired then now() end,
         hired_provider_id = case when hired then $3::uuid end,
         work_starts_on = case when hired then current_date end
       from (select $2 in ('hired', 'done') as hired) as wanted where id = $1`,
      [id, status, world().people.member.id],
    );
    await own("set session_replication_role = origin");
  };
  const statusOf = (id: string) => world().stored<string>("jobs.status", id);
  const processExpiry = () => own("select private.process_job_expiry()");
  const notices = async (kind: string) =>
    (await own("select data, user_id from notify.notices where kind = $1 order by created_at", [
      kind,
    ])) as { data: { token: string; title: string }; user_id: string }[];

  return {
    ...{ own, idOf, post, put, statusOf, processExpiry, notices },
    reveal: (job_id: unknown, who: Who = "member") =>
      world().rpc(who, "reveal_job_contact", { job_id }),
    /** Nothing of what people do here is left. */
    clear: async () => {
      await own(
        "delete from public.feedback; delete from public.jobs; delete from public.hires; delete from public.enquiries",
      );
      await own(
        "delete from public.enquiry_blocks; delete from notify.notices; delete from private.rate_limits",
      );
    },
    setStatus: (id: string, status: string) =>
      world().from("seeker", "jobs").update({ status }).eq("id", id).select("id"),
    block: (by: Name, other: Name) =>
      own("insert into public.enquiry_blocks (user_id, blocked_id) values ($1, $2)", [
        ...[by, other].map(idOf),
      ]),
    /** Makes members of them, or ends that, until so long from now. */
    live: (until: string, ...who: string[]) =>
      own(
        `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
         select id, email, true, 'yearly', now() + $2::interval from public.profiles where id = any ($1)
         on conflict (user_id) do update set subscription_end = excluded.subscription_end`,
        [who.map((one) => (one in world().people ? idOf(one as Name) : one)), until],
      ),
  };
};
