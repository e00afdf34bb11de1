import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { loadProject } from "#backend/core/project/project.ts";

/** For tests: a new folder for each, whose `supabase/config.toml` `load` writes and reads as a project. */
export const projectFolder = () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "project-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text = "") => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  };
  const load = (toml: string, env: Record<string, string> = {}) => {
    write("supabase/config.toml", toml);
    return loadProject(folder, env);
  };
  return { home: () => folder, write, load };
};
