/**
 * The files that the browser's code is cut into. A module that one page alone uses is in that page's file.
 * What several share is in one file for each audience and set of libraries: a page asks for few files, and
 * loads no library that it does not use (tests/e2e/site/budgets.spec.ts).
 */

interface Context {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; importers: readonly string[] } | null;
}

/** A file each, with what they need themselves; browsers keep them over releases. */
const LIBRARIES = {
  framework: /node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/,
  client: /node_modules[\\/]@supabase[\\/]/,
  forms: /node_modules[\\/](?:zod|react-hook-form|@hookform)[\\/]/,
  controls: /node_modules[\\/]@base-ui[\\/]react[\\/](?:slider|switch|tabs)[\\/]/,
  popups:
    /node_modules[\\/]@base-ui[\\/]react[\\/](?:alert-dialog|dialog|menu|popover|separator)[\\/]/,
  choosers: /node_modules[\\/]@base-ui[\\/]/,
};

/**
 * What a module of a visitor's page may need besides the framework, by the way into it. The client is loaded
 * when it is needed.
 */
const OPTIONAL = Object.entries({
  ...LIBRARIES,
  choosers: /node_modules[\\/]@base-ui[\\/]react[\\/](?:autocomplete|combobox)[\\/]/,
}).slice(2);

const PUBLIC = /[\\/]web[\\/]routes[\\/]public[\\/]/;
const SIGNING_IN =
  /[\\/]web[\\/]routes[\\/]account[\\/](?:confirm|forgot|login|reset|sign|two-step)/;

/** The pages of each audience. A module belongs to the first that uses it. */
const AUDIENCES = Object.entries({
  site: /[\\/]web[\\/](?:root\.|entry\.client)/,
  browse: PUBLIC,
  account: SIGNING_IN,
  member: /[\\/]web[\\/]routes[\\/]account[\\/]/,
  admin: /[\\/]web[\\/]routes[\\/]admin[\\/]/,
});

/**
 * Of the pages to browse only what those for signing in do not use as well; what needs popups is not divided, because
 * it is small and each file is a request.
 */
const audienceOf = (users: readonly string[], popups: boolean) => {
  const isUsed = (pages: RegExp) => users.some((one) => pages.test(one));
  const name = AUDIENCES.find(([, pages]) => isUsed(pages))?.[0];
  if (name === "browse" && isUsed(SIGNING_IN) && !popups) return "site";
  return name === "site" && isUsed(PUBLIC) && popups ? "browse" : name;
};

/** Every module that `next` leads to from this one, itself included. */
const reach = (id: string, next: (id: string) => readonly string[], seen = new Set<string>()) => {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const other of next(id)) reach(other, next, seen);
  return seen;
};

interface Chunk {
  name: string;
  rank: number;
}

/**
 * Null for what only code that is loaded later uses. Most pages that are not the site's need every library but
 * the choosers, so their modules are not divided further.
 */
const findChunk = (id: string, context: Context): Chunk | null => {
  const users = [...reach(id, (from) => context.getModuleInfo(from)?.importers ?? [])];
  const needs = [...reach(id, (from) => context.getModuleInfo(from)?.importedIds ?? [])];
  const isNeeded = (library: RegExp) => needs.some((one) => library.test(one));
  const name = audienceOf(users, isNeeded(LIBRARIES.popups));
  if (!name) return null;
  const used = OPTIONAL.filter(
    ([library, way]) => (/site|browse/.test(name) || library === "choosers") && isNeeded(way),
  );
  const rank = AUDIENCES.findIndex(([one]) => one === name);
  return {
    name: [name, ...used.map(([library]) => library)].join("-"),
    rank: rank * (OPTIONAL.length + 1) + used.length,
  };
};

/**
 * In the order of ranks, because a group also takes what its modules need, unless it is taken: a module of one
 * rank needs those of lower ones and its own chunk's.
 */
export const chunkGroups = () => {
  const found = new Map<string, Chunk | null>();
  const chunkOf = (id: string, context: Context) => {
    const chunk = found.get(id) ?? findChunk(id, context);
    found.set(id, chunk);
    return chunk;
  };
  const ranks = [...Array((OPTIONAL.length + 1) * AUDIENCES.length).keys()];
  const groups = [
    ...Object.entries(LIBRARIES).map(([name, test]) => ({ name, test })),
    ...ranks.map((rank) => ({
      name: (id: string, context: Context) => {
        const chunk = chunkOf(id, context);
        return chunk?.rank === rank ? chunk.name : null;
      },
      minShareCount: 2,
    })),
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
};
