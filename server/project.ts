import path from "node:path";
import { loadProject, type Project } from "supabase-compatible-backend/project";
import type { Config } from "./settings/config.ts";
import { signInProviders } from "./settings/sign-in-providers.ts";

/** The project with the environment's additions. */
export const openProject = (root: string, siteUrl: string, config: Config): Project => {
  const env = { ...process.env, SITE_URL: siteUrl, ADMIN_DOMAIN: config.ADMIN_DOMAIN };
  const project = loadProject(path.join(root, "supabase"), env);
  Object.assign(project.config.auth.external, signInProviders(config, siteUrl));
  return project;
};
