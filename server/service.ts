import type { Log } from "supabase-compatible-backend/core";
import type { Runnable } from "supabase-compatible-backend/process";
import { ensureBuilt } from "./build.ts";
import { say } from "./commands/command.ts";
import { release } from "./release.ts";
import { ROOT } from "./root.ts";
import { hasSample } from "./sample/sample.ts";
import { startSample } from "./sample/start-sample.ts";
import { scheduleBackups } from "./schedule/scheduled-backup.ts";
import type { Config } from "./settings/config.ts";
import { createSite, type Site } from "./site.ts";

interface ServiceOptions {
  config: Config;
  workers: number;
  development: boolean;
  /** Leave the sample marketplace out. */
  empty: boolean;
  log: Log;
}

const build = async (): Promise<void> => {
  const started = performance.now();
  if (await ensureBuilt(ROOT, () => say("Building the site, which takes a minute or so …"))) {
    say(`Built the site in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
};

/** Conditions for serving requests, and those that the database must meet. */
const prepareDatabase = async (config: Config, { backend }: Site): Promise<void> => {
  if (!backend) return;
  const { SITE_MODE } = config;
  if (SITE_MODE === "live" && (await hasSample(backend.db))) {
    throw new Error(
      "SITE_MODE is live, but this database contains the sample marketplace, whose passwords are printed: set DATA_DIR or DATABASE_URL to an empty one.",
    );
  }
  // The database decides by this what only a trial may show; admins see the release.
  await backend.db.query("update private.site_mode set trial = $1, release = $2", [
    SITE_MODE === "trial",
    release,
  ]);
  await scheduleBackups(backend.db, config);
};

/** The site as a process serves it, alone or with others (`backend/core/process/run.ts`). */
export const createService = (options: ServiceOptions): Runnable => {
  const { config, workers, log } = options;
  let site: Site | null = null;
  const leaving = new AbortController();
  let drawn: Promise<unknown> | null = null;
  return {
    async open({ listener, port, first, connection, end }) {
      if (first && !options.development) await build();
      const development = options.development
        ? await (await import("./development.ts")).startDevelopment(ROOT, listener.server)
        : null;
      const here = config.HOST === "127.0.0.1" || config.HOST === "::1" ? "localhost" : config.HOST;
      const siteUrl = (config.SITE_URL ?? `http://${here}:${port}`).replace(/\/+$/, "");
      site = await createSite({
        root: ROOT,
        config,
        workers,
        first,
        connection,
        siteUrl,
        ownUrl: `http://${config.HOST === "0.0.0.0" ? "127.0.0.1" : config.HOST}:${port}`,
        log,
        development: development?.build,
        onDatabaseExit: (reason) => {
          log.error("database.ended", { reason });
          end(1);
        },
      });
      if (first) await prepareDatabase(config, site);
      listener.open(site.fetch, site.upgrade);
      if (!first) return;
      say(`${config.SITE_NAME} is at ${siteUrl}`);
      if (site.backend && config.SITE_MODE === "trial") {
        if (!config.SMTP_URL) say(`  Mailbox: ${siteUrl}/_mailbox`);
        // An operator's own database is not for trying things out.
        if (!config.DATABASE_URL) {
          const { backend } = site;
          const { signal } = leaving;
          ({ drawn } = await startSample({ backend, skip: options.empty, log, say, signal }));
        }
      }
    },
    async stopBackgroundWork() {
      leaving.abort();
      await Promise.all([site?.stopSchedule(), drawn]);
    },
    async close() {
      await site?.close();
    },
  };
};
