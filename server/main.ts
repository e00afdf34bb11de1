import "./environment.ts";

import path from "node:path";
import { parseArgs } from "node:util";
import { jsonLog } from "#backend/kernel/log.ts";
import { ensureBuilt } from "./build.ts";
import { readConfig } from "./config.ts";
import { listen } from "./listen.ts";
import { hasSample } from "./sample.ts";
import { createSite, type Site } from "./site.ts";
import { startSample } from "./start-sample.ts";

const USAGE = "npm start [-- --empty]";
const root = path.resolve(import.meta.dirname, "..");

const say = (line: string) => process.stdout.write(`${line}\n`);

const main = async (): Promise<void> => {
  const { values: flags } = parseArgs({
    options: { dev: { type: "boolean" }, empty: { type: "boolean" } },
  });
  const config = readConfig(process.env);
  // In trial mode a person reads the terminal: only what is wrong is worth a line of JSON there.
  const log = config.SITE_MODE === "trial" ? { ...jsonLog(), info() {} } : jsonLog();
  const listener = await listen(config.HOST, config.PORT);
  let site: Site | null = null;
  let stopSample = async () => {};
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    await listener.close();
    await stopSample();
    await site?.close();
    process.exit(code);
  };
  process.on("SIGINT", () => void stop(0));
  process.on("SIGTERM", () => void stop(0));

  try {
    if (!flags.dev) {
      const started = performance.now();
      if (await ensureBuilt(root)) {
        say(`Built the site in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
      }
    }
    const development = flags.dev
      ? await (await import("./development.ts")).startDevelopment(root, listener.server)
      : null;
    const here = config.HOST === "127.0.0.1" || config.HOST === "::1" ? "localhost" : config.HOST;
    const siteUrl = (config.SITE_URL ?? `http://${here}:${listener.port}`).replace(/\/+$/, "");
    site = await createSite({
      root,
      config,
      siteUrl,
      ownUrl: `http://${config.HOST === "0.0.0.0" ? "127.0.0.1" : config.HOST}:${listener.port}`,
      log,
      development: development?.build,
      onDatabaseExit: (reason) => {
        log.error("database.ended", { reason });
        void stop(1);
      },
    });
    if (site.backend && config.SITE_MODE === "live" && (await hasSample(site.backend.db))) {
      throw new Error(
        "SITE_MODE is live, but this database holds the sample marketplace, whose passwords are printed: set DATA_DIR or DATABASE_URL to an empty one.",
      );
    }
    // The database decides by it what only a trial may show.
    await site.backend?.db.query("update private.site_mode set trial = $1", [
      config.SITE_MODE === "trial",
    ]);
    listener.open(site.fetch, site.upgrade);
    say(`${config.SITE_NAME} is at ${siteUrl}`);
    if (site.backend && config.SITE_MODE === "trial") {
      if (!config.SMTP_URL) say(`  Mailbox: ${siteUrl}/_mailbox`);
      // An operator's own database is nobody's playground.
      if (!config.DATABASE_URL) {
        const skip = flags.empty ?? false;
        stopSample = await startSample({ backend: site.backend, skip, log, say });
      }
    }
  } catch (error) {
    await listener.close();
    await site?.close();
    throw error;
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
  process.exit(1);
});
