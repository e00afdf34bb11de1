import { type Name, rows, startWorld, type World } from "#tests/security/people.ts";

/** The people, and what they report: set by `startReports`. */
export let world: World;
export let feedback: string;
export let job: string;

export const one = async (
  made: PromiseLike<{ data: unknown; error: { message: string } | null }>,
) => (await rows<{ id: string }>(made))[0]?.id ?? "";

export const startReports = async (): Promise<void> => {
  world = await startWorld();
  const { seeker, member } = world.people;
  const row = { provider_id: member.id, user_id: seeker.id, rating: 1, title: "Dreadful" };
  feedback = await one(seeker.client.from("feedback").insert(row).select("id"));
  const post = { title: "A roof", description: "x", category: "IT", contact_email: "a@b.example" };
  job = await one(
    seeker.client
      .from("jobs")
      .insert({ ...post, user_id: seeker.id })
      .select("id"),
  );
};
export const closeReports = () => world?.close();
export const clearReports = () =>
  world.backend.db.query(
    "delete from public.reports; delete from notify.notices; delete from private.rate_limits",
  );

export const report = (who: Name | "visitor", more: Record<string, unknown> = {}) =>
  world.clientOf(who).rpc("report_content", {
    target_type: "profile",
    target_id: world.people.member.id,
    reason: "misleading",
    ...more,
  });
export const reported = async (who: Name | "visitor" = "visitor", more = {}) => {
  const { data, error } = await report(who, more);
  if (error) throw new Error(error.message);
  const [found] = await world.backend.db.query<{ id: string; link_key: string }>(
    "select id, link_key from public.reports where case_number = $1",
    [data],
  );
  return { caseNumber: data as string, id: found?.id ?? "", key: found?.link_key ?? "" };
};
export const take = (who: Name | "visitor", report_id: string) =>
  world.clientOf(who).rpc("admin_take_report", { report_id });
export const decide = (who: Name | "visitor", report_id: string, more = {}) =>
  world
    .clientOf(who)
    .rpc("admin_decide_report", { report_id, uphold: true, reason: "It is so.", ...more });
export const appeal = (case_number: string, link_key: string, words = "It is not so.") =>
  world.visitor.rpc("appeal_report", { case_number, link_key, words });
export const count = () => world.see<number>("select count(*)::int from public.reports");
export const notices = async () =>
  (
    await world.backend.db.query<{ kind: string }>(
      "select kind from notify.notices where kind like 'report%' order by created_at, kind",
    )
  ).map(({ kind }) => kind);
