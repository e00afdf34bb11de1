import type { Name, World } from "#tests/security/people.ts";
import { jobActs } from "./lifecycle-acts.ts";

/** A day by its distance from today, on British calendars. */
export const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(
    Date.now() + days * 86_400_000,
  );

export const QUOTE = {
  message: "I can do it next week.",
  price_type: "fixed",
  price_min: 25_000,
  vat: "included",
  valid_until: dayAhead(14),
};

/** What providers and clients do with quotes, in a world that may still be starting. */
export const quoteActs = (world: () => World) => {
  const clientOf = (who: Name | "visitor" | "service") => world().clientOf(who);
  const acts = jobActs(world);
  const { idOf } = acts;
  /** When the quote was last changed, as its poster's page knows it. */
  const versionOf = (job: string, who: Name) =>
    world().see<string>(
      "select updated_at::text from public.job_quotes where job_id = $1 and provider_id = $2",
      [job, idOf(who)],
    );
  const decide =
    (name: "accept_quote" | "decline_quote") =>
    async (
      who: Name | "visitor",
      job: string,
      provider: Name,
      more: Record<string, unknown> = {},
    ) => {
      const seen = "seen" in more ? more.seen : await versionOf(job, provider);
      return clientOf(who).rpc(name, { job_id: job, provider_id: idOf(provider), ...more, seen });
    };

  return {
    ...acts,
    send: (who: Name | "visitor" | "service", job: unknown, more: Record<string, unknown> = {}) =>
      clientOf(who).rpc("send_quote", { job_id: job, ...QUOTE, ...more }),
    withdraw: (who: Name | "visitor", job: unknown) =>
      clientOf(who).rpc("withdraw_quote", { job_id: job }),
    versionOf,
    accept: decide("accept_quote"),
    decline: decide("decline_quote"),
    hired: (
      who: Name | "visitor",
      job: string,
      result: string,
      provider?: Name,
    ): ReturnType<World["visitor"]["rpc"]> =>
      clientOf(who).rpc("mark_job_hired", {
        job_id: job,
        outcome: result,
        ...(provider ? { provider_id: idOf(provider) } : {}),
      }),
    revoke: (who: Name | "visitor", job: string, provider: Name) =>
      clientOf(who).rpc("revoke_job_contact", { job_id: job, provider_id: idOf(provider) }),
    done: (who: Name | "visitor", job: string) =>
      clientOf(who).rpc("mark_job_done", { job_id: job }),
    quotesOf: (who: Name | "visitor", job: string) =>
      clientOf(who).rpc("open_job_quotes", { job_id: job }),
    hireOf: (job: string) =>
      world().see<string>("select id from public.hires where job_id = $1", [job]),
    stateOf: (job: string, who: Name) =>
      world().see<string | undefined>(
        "select state from public.job_quotes where job_id = $1 and provider_id = $2",
        [job, idOf(who)],
      ),
  };
};
