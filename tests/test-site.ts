import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createListener } from "#backend/core/http/listen.ts";
import { silentLog } from "#backend/core/log.ts";
import { testDatabase } from "#backend/tests/database.ts";
import { silentProxy } from "#backend/tests/silent-proxy.ts";
import { ensureBuilt } from "#server/build.ts";
import { createCallerAddress } from "#server/caller-address.ts";
import { transportSecurity } from "#server/pages/headers.ts";
import { readConfig } from "#server/settings/config.ts";
import { createSite, type Site } from "#server/site.ts";
import { THE_PROJECT } from "#tests/the-project.ts";

const root = path.resolve(import.meta.dirname, "..");

/** The whole site in this process, as a start serves it, on a database of its own whose line can hang. */
export const startTestSite = async (environment: Record<string, string> = {}) => {
  await ensureBuilt(root);
  const database = await testDatabase({ project: THE_PROJECT });
  const proxy = await silentProxy(database.connection);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "site-"));
  const config = readConfig({ DATA_DIR: dataDir, ...environment });
  const callerAddress = createCallerAddress(config.TRUSTED_PROXIES);
  const listener = createListener({
    host: "127.0.0.1",
    port: 0,
    inUse: "",
    headers: transportSecurity(config),
    addressOf: ({ socket, headers }) =>
      callerAddress(socket?.remoteAddress ?? "", String(headers["x-forwarded-for"] ?? "")),
  });
  const port = await listener.take();
  const url = `http://127.0.0.1:${port}`;
  const site: Site = await createSite({
    root,
    config,
    workers: 1,
    first: false,
    connection: proxy.connection,
    siteUrl: config.SITE_URL ?? url,
    ownUrl: url,
    log: silentLog,
    onDatabaseExit() {},
  });
  let arrived = 0;
  const fetchCounted: Site["fetch"] = (...request) => {
    arrived += 1;
    return site.fetch(...request);
  };
  listener.open(fetchCounted, site.upgrade);
  return {
    url,
    site,
    proxy: { hang: () => proxy.silence(true), resume: () => proxy.silence(false) },
    db: database.db,
    /** How many requests have reached the site. */
    arrived: () => arrived,
    async close() {
      proxy.silence(false);
      await listener.close(site.stopSchedule());
      await site.close();
      await proxy.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
