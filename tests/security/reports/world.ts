import { dataOf, type Name, postJob, startWorld, type World } from "#tests/security/people.ts";

/** The people, and what they report: set by `startReports`. */
export let world: World;
export let feedback: string;
export let job: string;

export const startReports = async (): Promise<void> => {
  world = await startWorld();
  const { seeker, member } = world.people;
  const row = { provider_id: member.id, user_id: seeker.id, rating: 1, title: "Dreadful" };
  const given = seeker.client.from("feedback").insert(row).select("id").single();
  feedback = (await dataOf<{ id: string }>(given)).id;
  job = await postJob(seeker);
};
export const closeReports = () => world?.close();
export const clearReports = () =>
  world.sql(
    "delete from public.reports; delete from notify.notices; delete from private.rate_limits",
  );

export const report = (who: Name | "visitor", more: Record<string, unknown> = {}) =>
  world.rpc(who, "report_content", {
    target_type: "profile",
    target_id: world.people.member.id,
    reason: "misleading",
    ...more,
  });
export const reported = async (who: Name | "visitor" = "visitor", more = {}) => {
  const { data, error } = await report(who, more);
  if (error) throw error;
  const [found] = await world.sql<{ id: string; link_key: string }>(
    "select id, link_key from public.reports where case_number = $1",
    [data],
  );
  return { caseNumber: data as string, id: found?.id ?? "", key: found?.link_key ?? "" };
};
export const take = (who: Name | "visitor", report_id: string) =>
  world.rpc(who, "admin_take_report", { report_id });
export const decide = (who: Name | "visitor", report_id: string, more = {}) =>
  world.rpc(who, "admin_decide_report", { report_id, uphold: true, reason: "It is so.", ...more });
export const appeal = (case_number: string, link_key: string, words = "It is not so.") =>
  world.rpc("visitor", "appeal_report", { case_number, link_key, words });
export const count = () => world.count("public.reports");
export const notices = async () =>
  (
    await world.sql<{ kind: string }>(
      "select kind from notify.notices where kind like 'report%' order by created_at, kind",
    )
  ).map(({ kind }) => kind);
