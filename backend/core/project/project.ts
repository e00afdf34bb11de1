import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import { readAuth } from "./auth.ts";
import { readDataFiles, readFunctions, readMigrations, readSeeds } from "./files.ts";
import { createReader, ProjectError, type Reader, substitute } from "./reader.ts";
import type { Part, Project, ProjectConfig } from "./shape.ts";

export type { AuthConfig } from "./auth.ts";
export type { FunctionConfig, Part, Project, ProjectConfig } from "./shape.ts";
export type { SmsConfig } from "./sms.ts";

const readStorage = (storage: Reader, folder: string): ProjectConfig["storage"] => {
  storage.ignore("image_transformation");
  const buckets = storage.table("buckets").tables();
  return {
    fileSizeLimit: storage.size("file_size_limit", 50 * 1024 * 1024),
    signedUrlsFollowPolicies: storage.boolean("signed_urls_follow_policies", false),
    signedUrlLife: storage.duration("signed_url_life", 0),
    buckets: Object.fromEntries(
      buckets.map(([name, bucket]) => {
        const written = bucket.optional("objects_path");
        const objectsPath = written ? path.resolve(folder, written) : undefined;
        if (objectsPath && !statSync(objectsPath, { throwIfNoEntry: false })?.isDirectory())
          bucket.fail("objects_path", `a folder that exists, and ${written} does not`);
        const fileSizeLimit = bucket.size("file_size_limit", 0);
        const allowedMimeTypes = bucket.strings("allowed_mime_types", []);
        return [
          name,
          {
            public: bucket.boolean("public", false),
            fileSizeLimit: fileSizeLimit || undefined,
            allowedMimeTypes: allowedMimeTypes.length > 0 ? allowedMimeTypes : undefined,
            objectsPath,
          },
        ];
      }),
    ),
  };
};

/** Variables that the CLI passes to functions, except names that the backend sets itself. */
const readSecrets = (runtime: Reader): Record<string, string> => {
  runtime.ignore("policy", "inspector_port", "deno_version");
  const secrets = runtime.table("secrets");
  return Object.fromEntries(
    Object.keys(secrets.raw())
      .filter((name) => !name.startsWith("SUPABASE_"))
      .map((name) => [name, secrets.string(name, "")]),
  );
};

const readRoles = (roles: Reader): ProjectConfig["api"]["roles"] =>
  Object.fromEntries(
    roles.tables().map(([name, role]) => [
      name,
      {
        statementTimeout: role.duration("statement_timeout", 0) || null,
        deniedOperators: role.strings("denied_operators", []),
      },
    ]),
  );

const readCacheDeclarations = (given: Reader): ProjectConfig["api"]["cache"]["relations"] =>
  new Map(
    given.tables().map(([name, each]) => {
      const by = each.table("by");
      return [
        name,
        {
          tags: each.strings("tags", []),
          by: new Map(Object.keys(by.raw()).map((key) => [key, by.string(key, "")])),
          within: each.strings("within", []),
        },
      ];
    }),
  );

const readCache = (cache: Reader): ProjectConfig["api"]["cache"] => ({
  passesVisitors: cache.boolean("pre_request_passes_visitors", false),
  ends: cache.optional("ends"),
  changes: cache.optional("changes"),
  relations: readCacheDeclarations(cache.table("relations")),
  functions: readCacheDeclarations(cache.table("functions")),
});

const readRealtime = (realtime: Reader): ProjectConfig["realtime"] => {
  realtime.ignore("ip_version", "max_header_length");
  return {
    enabled: realtime.boolean("enabled", true),
    maxSocketsPerAddress: realtime.number("max_sockets_per_address", 0),
    maxSocketsPerAccount: realtime.number("max_sockets_per_account", 0),
  };
};

/** The parts that config.toml can switch off, by table; the CLI has renamed the mailbox's. */
const readDisabledParts = (root: Reader): ProjectConfig["off"] => {
  const tables = { rest: "api", auth: "auth", storage: "storage", functions: "edge_runtime" };
  const off = new Set(
    Object.entries(tables)
      .filter(([, table]) => !root.table(table).boolean("enabled", true))
      .map(([part]) => part as Part),
  );
  for (const name of ["inbucket", "local_smtp"]) {
    const mailbox = root.table(name);
    mailbox.raw();
    if (!mailbox.boolean("enabled", true)) off.add("mailbox");
  }
  return off;
};

const readEnvFile = (file: string): Record<string, string | undefined> =>
  existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};

/** The parts of the CLI's stack that have no counterpart here. */
const ELSEWHERE = ["studio", "analytics", "experimental", "remotes"];

const homeOf = (given: string): string => {
  const folder = path.resolve(given);
  const inner = path.join(folder, "supabase");
  if (existsSync(path.join(folder, "config.toml"))) return folder;
  if (existsSync(path.join(inner, "config.toml"))) return inner;
  throw new ProjectError(`${given} is no Supabase project: it has no config.toml.`);
};

/**
 * Reads a Supabase CLI project: the `supabase` folder itself or its parent. `env(NAME)` is read from `env`,
 * then from the project's `.env`. Throws ProjectError with one line that names the file and the key of a
 * malformed value.
 */
export const loadProject = (
  given: string,
  env: Record<string, string | undefined> = process.env,
): Project => {
  const folder = homeOf(given);
  const file = path.join(folder, "config.toml");
  let table: Record<string, unknown>;
  try {
    table = parse(readFileSync(file, "utf8"));
  } catch (error) {
    const { line, message } = error as { line?: number; message: string };
    throw new ProjectError(`${file}${line ? ` line ${line}` : ""}: ${message.split("\n")[0]}`);
  }
  const values = substitute(table, { ...readEnvFile(path.join(folder, ".env")), ...env });
  const root = createReader(file, values as Record<string, unknown>);
  root.ignore(...ELSEWHERE);
  const api = root.table("api");
  api.ignore("port", "tls", "external_url", "auto_expose_new_tables");
  const db = root.table("db");
  db.ignore("port", "shadow_port", "health_timeout", "major_version", "root_key");
  db.ignore("pooler", "migrations", "network_restrictions", "ssl_enforcement");
  const config: Omit<ProjectConfig, "unknownKeys"> = {
    projectId: root.string("project_id", path.basename(path.dirname(folder))),
    api: {
      schemas: api.strings("schemas", ["public", "graphql_public"]),
      extraSearchPath: api.strings("extra_search_path", ["public", "extensions"]),
      maxRows: api.number("max_rows", 1000),
      preRequest: api.optional("pre_request"),
      roles: readRoles(api.table("roles")),
      cache: readCache(api.table("cache")),
    },
    auth: readAuth(root.table("auth"), folder),
    storage: readStorage(root.table("storage"), folder),
    realtime: readRealtime(root.table("realtime")),
    off: readDisabledParts(root),
    functions: readFunctions(root.table("functions"), folder),
    functionSecrets: readSecrets(root.table("edge_runtime")),
  };
  const seeds = readSeeds(db.table("seed"), folder);
  const dataFiles = readDataFiles(db.table("data_files"), folder);
  return {
    folder,
    config: { ...config, unknownKeys: root.unknown() },
    migrations: readMigrations(folder),
    seeds,
    dataFiles,
  };
};
