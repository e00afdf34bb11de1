import { beforeEach } from "vitest";
import { loadProject } from "#backend/core/project/project.ts";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";

/** For tests: a new folder for each, whose `supabase/config.toml` `load` writes and reads as a project. */
export const projectFolder = () => {
  let folder = "";
  beforeEach(() => {
    folder = newFolder("project-");
  });

  const write = (name: string, text = "") => writeFiles(folder, { [name]: text });
  const load = (toml: string, env: Record<string, string> = {}) => {
    write("supabase/config.toml", toml);
    return loadProject(folder, env);
  };
  return { home: () => folder, write, load };
};
