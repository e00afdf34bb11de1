import "./environment.ts";

import cluster from "node:cluster";
import path from "node:path";
import { jsonLog, type Log } from "supabase-compatible-backend/core";
import { countWorkers, run } from "supabase-compatible-backend/process";
import { createCallerAddress } from "./caller-address.ts";
import { readArguments, runCommand } from "./commands/command.ts";
import { transportSecurity } from "./pages/headers.ts";
import { startingPage } from "./pages/plain-page.ts";
import { ROOT } from "./root.ts";
import { checkConfig, readConfig } from "./settings/config.ts";

/** An operator's concern: the load of a sample has slow statements. */
const SLOW = "database.slow";

const USAGE = "npm start [-- --empty]";

const main = async (): Promise<void> => {
  const { values: flags } = readArguments(USAGE, {
    options: { dev: { type: "boolean" }, empty: { type: "boolean" } },
  });
  const config = readConfig(process.env);
  const development = flags.dev ?? false;
  const embedded = !config.DATABASE_URL && !config.SUPABASE_URL;
  const workers = development ? 1 : countWorkers(config.WORKERS, embedded);
  // In trial mode a person reads the terminal, so only problems are logged as JSON there.
  const quiet = config.SITE_MODE === "trial" && config.ACCESS_LOG === "false";
  const json = jsonLog();
  const log: Log = quiet
    ? { ...json, info() {}, warn: (event, facts) => event !== SLOW && json.warn(event, facts) }
    : json;
  if (cluster.isPrimary)
    for (const { message } of checkConfig(process.env).misspelt)
      log.warn("settings.misspelt", { message });
  const dataDir = path.resolve(ROOT, config.DATA_DIR);
  const callerAddress = createCallerAddress(config.TRUSTED_PROXIES);
  await run({
    at: {
      host: config.HOST,
      port: config.PORT,
      inUse: `PORT ${config.PORT} is in use: stop what listens there, or set PORT to another.`,
      headers: transportSecurity(config),
      starting: startingPage,
      addressOf: ({ socket, headers }) =>
        callerAddress(socket?.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? "")),
    },
    workers,
    dataDir,
    startDatabase: embedded
      ? async (onExit) =>
          (await import("supabase-compatible-backend/embedded")).startEmbedded({
            dataDir,
            log,
            onExit,
          })
      : null,
    load: async () =>
      (await import("./service.ts")).createService({
        config,
        workers,
        development,
        empty: flags.empty ?? false,
        log,
      }),
    log,
  });
};

runCommand(main);
