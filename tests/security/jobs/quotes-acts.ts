import type { Name, Who, World } from "#tests/security/people.ts";
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
  const clientOf = (who: Who) => world().clientOf(who);
  const acts = jobActs(world);
  const { idOf } = acts;
  /** When the quote was last changed, as its poster's page knows it. */
  const quoted =
    <T>(column: string) =>
    (job: string, who: Name) =>
      world().see<T>(
        `select ${column} from public.job_quotes where job_id = $1 and provider_id = $2`,
        [job, idOf(who)],
      );
  const versionOf = quoted<string>("updated_at::text");
  const decide =
    (name: "accept_quote" | "decline_quote") =>
    async (who: Who, job: string, provider: Name, more: Record<string, unknown> = {}) => {
      const seen = "seen" in more ? more.seen : await versionOf(job, provider);
      return clientOf(who).rpc(name, { job_id: job, provider_id: idOf(provider), ...more, seen });
    };

  return {
    ...acts,
    send: (who: Who, job: unknown, more: Record<string, unknown> = {}) =>
      clientOf(who).rpc("send_quote", { job_id: job, ...QUOTE, ...more }),
    withdraw: (who: Who, job: unknown) => clientOf(who).rpc("withdraw_quote", { job_id: job }),
    versionOf,
    accept: decide("accept_quote"),
    decline: decide("decline_quote"),
    hired: (who: Who, job_id: string, outcome: string, provider?: Name) =>
      clientOf(who).rpc("mark_job_hired", {
        ...{ job_id, outcome },
        ...(provider ? { provider_id: idOf(provider) } : {}),
      }),
    revoke: (who: Who, job: string, provider: Name) =>
      clientOf(who).rpc("revoke_job_contact", { job_id: job, provider_id: idOf(provider) }),
    done: (who: Who, job: string) => clientOf(who).rpc("mark_job_done", { job_id: job }),
    quotesOf: (who: Who, job: string) => clientOf(who).rpc("open_job_quotes", { job_id: job }),
    hireOf: (job: string) =>
      world().see<string>("select id from public.hires where job_id = $1", [job]),
    stateOf: quoted<string | undefined>("state"),
  };
};
