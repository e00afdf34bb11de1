import { monitorEventLoopDelay } from "node:perf_hooks";
import { json, metrics, type RequestInfo, textOf } from "supabase-compatible-backend/core";
import type { Database } from "supabase-compatible-backend/database";
import { snapshotOfAll } from "supabase-compatible-backend/process";
import { sameSecret } from "supabase-compatible-backend/project";
import { isLoopback, isLoopbackHost } from "./caller-address.ts";
import { commit, version } from "./release.ts";

const NANOSECONDS = 1e9;

const loopDelay = monitorEventLoopDelay({ resolution: 20 });
loopDelay.enable();
metrics.gauge(
  "nodejs_eventloop_delay_seconds",
  "How late timers of this process were since the last reading.",
  "apart",
  () => {
    const samples = [
      { labels: { quantile: "0.5" }, value: loopDelay.percentile(50) / NANOSECONDS },
      { labels: { quantile: "0.99" }, value: loopDelay.percentile(99) / NANOSECONDS },
      { labels: { quantile: "1" }, value: loopDelay.max / NANOSECONDS },
    ];
    loopDelay.reset();
    return samples;
  },
);
metrics.gauge("process_resident_memory_bytes", "Memory of this process.", "apart", () => [
  { value: process.memoryUsage.rss() },
]);
metrics.gauge("process_uptime_seconds", "Seconds since this process started.", "apart", () => [
  { value: process.uptime() },
]);

metrics.gauge("site_info", "The release that runs; its value is always 1.", "same", () => [
  { labels: { version, commit: commit ?? "", node: process.versions.node }, value: 1 },
]);

interface Waiting {
  queue: string;
  waiting: number;
  oldest: number;
  given_up: number;
}

const QUEUES = `
  select 'outbox' as queue, count(*) filter (where delivered_at is null and given_up_at is null)::int as waiting,
    coalesce(extract(epoch from now() - min(created_at) filter (where delivered_at is null and given_up_at is null)), 0)::float8 as oldest,
    count(*) filter (where given_up_at > now() - interval '1 day')::int as given_up
  from _backend.outbox
  union all
  select 'notices', count(*) filter (where sent_at is null and dropped_at is null and due_at <= now())::int,
    coalesce(extract(epoch from now() - min(due_at) filter (where sent_at is null and dropped_at is null and due_at <= now())), 0)::float8,
    count(*) filter (where dropped_at > now() - interval '1 day' and attempts > 0)::int
  from notify.notices where sent_at is null or dropped_at is not null`;

/** Figures of the site's work from the database, read with the metrics. */
export const measureDatabase = (db: Database): void => {
  const queues = () => db.query<Waiting & Record<string, unknown>>(QUEUES);
  const by = (value: "waiting" | "oldest" | "given_up") => async () =>
    (await queues()).map((row) => ({ labels: { queue: row.queue }, value: row[value] }));
  metrics.gauge("mail_waiting", "Mails that wait to be sent.", "same", by("waiting"));
  metrics.gauge(
    "mail_oldest_seconds",
    "How long the oldest of them has waited.",
    "same",
    by("oldest"),
  );
  metrics.gauge("mail_given_up", "Mails given up within a day.", "same", by("given_up"));
  metrics.gauge(
    "task_failures",
    "Failures of a timed task since it last succeeded.",
    "same",
    async () => {
      const tasks = await db.query<{ name: string; failures: number }>(
        "select name, failures from private.scheduled_tasks",
      );
      return tasks.map(({ name, failures }) => ({ labels: { task: name }, value: failures }));
    },
  );
};

interface Guard {
  /** METRICS_TOKEN. Without one, only callers on this machine of a site on this machine are served. */
  token: string | undefined;
  siteUrl: string;
}

const mayRead = (request: Request, { ip }: RequestInfo, { token, siteUrl }: Guard): boolean => {
  if (token) {
    const given = /^bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
    return given !== undefined && sameSecret(given, token);
  }
  // A proxy on this machine may present strangers as this machine.
  return isLoopback(ip) && isLoopbackHost(new URL(siteUrl).hostname);
};

/** GET /metrics, for Prometheus; others learn nothing. */
export const serveMetrics = async (
  request: Request,
  info: RequestInfo,
  guard: Guard,
): Promise<Response> =>
  mayRead(request, info, guard)
    ? new Response(textOf(await snapshotOfAll()), {
        headers: {
          "content-type": "text/plain; version=0.0.4; charset=utf-8",
          "cache-control": "no-store",
        },
      })
    : json({ error: "not found" }, 404);
