import type pg from "pg";
import { type Case, writing } from "./case.ts";
import { providerId } from "./fill.ts";
import * as sql from "./sql.ts";
import type { World } from "./world.ts";

/** Quotes for jobs: members send them, clients accept them. */

/** Members who are signed in: the last providers, whom few have reviewed. */
export const QUOTERS = 8;

/** Clients who are signed in, and whose jobs these are. */
export const POSTERS = 40;

/** Jobs of those clients. Nobody has sent a quote for the first half; each of the others has one. */
const JOBS = 12_000;
const HALF = JOBS / 2;

const jobId = (n: number) => `b0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

/** When each quote was last changed, which its acceptance names. */
const VERSION = "2026-01-02T00:00:00+00:00";

const VALID_UNTIL = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);

export const quoterId = (n: number, { size }: Pick<World, "size">): string =>
  providerId(size.providers - 1 - (n % QUOTERS));

/** Makes the jobs and quotes anew, without the triggers, which would take longer than the quoting: nobody searches for them. */
export const prepareQuotes = async (
  owner: pg.Client,
  world: Pick<World, "size" | "posters">,
): Promise<void> => {
  await owner.query("set session_replication_role = replica");
  await owner.query("truncate public.job_quotes, public.job_contact_reveals, notify.notices");
  await owner.query("delete from public.jobs where id = any ($1::uuid[])", [
    Array.from({ length: JOBS }, (_, n) => jobId(n)),
  ]);
  await owner.query(
    `insert into public.jobs (id, title, description, category, categories, user_id, contact_email, posted_date, expires_at)
     select id, 'Fence number ' || n, 'Two panels are down.', 'IT', '{IT}',
       ($2::uuid[])[1 + (n - 1) % cardinality($2)], 'client@bench.example', now(), now() + interval '30 days'
     from unnest($1::uuid[]) with ordinality as u (id, n)`,
    [Array.from({ length: JOBS }, (_, n) => jobId(n)), world.posters.map(({ id }) => id)],
  );
  const quoted = [
    Array.from({ length: HALF }, (_, n) => jobId(HALF + n)),
    Array.from({ length: HALF }, (_, n) => quoterId(n, world)),
  ];
  await owner.query(
    `insert into public.job_contact_reveals (job_id, provider_id) select * from unnest($1::uuid[], $2::uuid[])`,
    quoted,
  );
  await owner.query(
    `insert into public.job_quotes (job_id, provider_id, message, price_type, price_min, vat, valid_until, updated_at)
     select job_id, provider_id, 'I can come next week.', 'fixed', 25000, 'included', $3, $4
     from unnest($1::uuid[], $2::uuid[]) as u (job_id, provider_id)`,
    [...quoted, VALID_UNTIL, VERSION],
  );
  await owner.query("set session_replication_role = origin");
  await owner.query("analyze public.jobs, public.job_quotes, public.job_contact_reveals");
};

export const quoteCases = (world: World): Case[] => {
  // Only the bare server, which keeps nothing, has time for more than all of them.
  const job = (n: number) => n % HALF;
  return [
    writing(world, "send quote: a member, for one job", (n) => world.quoters[n % QUOTERS], {
      path: "rpc/send_quote",
      body: (n) => ({
        job_id: jobId(job(n)),
        message: "I can come next week, and would bring the panels.",
        price_type: "fixed",
        price_min: "25000",
        vat: "included",
        valid_until: VALID_UNTIL,
      }),
      straight: sql.sendQuote,
      status: 204,
    }),
    writing(
      world,
      "accept quote: a client, for one job",
      (n) => world.posters[(HALF + n) % world.posters.length],
      {
        path: "rpc/accept_quote",
        body: (n) => ({
          job_id: jobId(HALF + job(n)),
          provider_id: quoterId(n, world),
          seen: VERSION,
        }),
        straight: sql.acceptQuote,
        status: 204,
      },
    ),
  ];
};
