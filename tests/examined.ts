import { type Config, checkConfig } from "#server/settings/config.ts";

/** What the doctor examines with these settings, where nothing else answers. */
export const examined = <More extends object>(environment: NodeJS.ProcessEnv, more?: More) => ({
  config: checkConfig(environment).values as Config,
  environment,
  siteUrl: environment.SITE_URL ?? "http://127.0.0.1:9",
  dataDir: "/nonexistent",
  sendTestTo: null,
  resolveTxt: async () => [],
  now: Date.now,
  ...more,
});
