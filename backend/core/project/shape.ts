import type { AuthConfig } from "./auth.ts";

/** A Supabase CLI project folder, read once. Defaults are the CLI's own. */
export interface Project {
  folder: string;
  config: ProjectConfig;
  /** Absolute paths of `migrations/<version>_<name>.sql`, in the order they apply. */
  migrations: { version: string; name: string; path: string }[];
  /** Absolute paths of the seed files (`[db.seed] sql_paths`), in order; empty when disabled. */
  seeds: string[];
  /**
   * Files whose rows a function of the project loads whenever they change, in the order of config.toml; our
   * key, not the CLI's.
   */
  dataFiles: { name: string; path: string; loader: string }[];
}

/** Parts that a project can switch off; realtime has its own setting. */
export type Part = "auth" | "rest" | "storage" | "functions" | "mailbox";

export interface ProjectConfig {
  projectId: string;
  api: {
    schemas: string[];
    extraSearchPath: string[];
    maxRows: number;
    /**
     * A function that runs first in every call of the data API, as PostgREST's `db_pre_request`, and before
     * a person joins a channel or sends to one; our key, not the CLI's.
     */
    preRequest: string | null;
    /** By role; our key, not the CLI's. */
    roles: Record<string, RoleLimits>;
    /** Whose responses may be cached for all visitors; our key, not the CLI's. */
    cache: CacheDeclarations;
  };
  auth: AuthConfig;
  storage: {
    fileSizeLimit: number;
    /**
     * Whether a signed address has only its signer's current rights, and browsers ask again before they show a
     * private file that they have cached; our key, not the CLI's.
     */
    signedUrlsFollowPolicies: boolean;
    /** The most seconds that a signed address of a private bucket's file works, or 0; our key, not the CLI's. */
    signedUrlLife: number;
    buckets: Record<
      string,
      {
        public: boolean;
        fileSizeLimit?: number;
        allowedMimeTypes?: string[];
        /** Absolute path of a folder whose files are uploaded. */
        objectsPath?: string;
      }
    >;
  };
  /** Sockets of one address in one process; our key, not the CLI's: 0 means no limit. */
  realtime: { enabled: boolean; maxSocketsPerAddress: number; maxSocketsPerAccount: number };
  /** Parts that are switched off (`[auth] enabled = false` and the like). */
  off: Set<Part>;
  /** By function name; a folder without an entry has the defaults. */
  functions: Record<string, FunctionConfig>;
  /** Variables for every function (`[edge_runtime.secrets]`). */
  functionSecrets: Record<string, string>;
  /** Keys of config.toml that the backend does not know, as dotted paths; one warning names them. */
  unknownKeys: string[];
}

/**
 * Whose responses are the same for all visitors, and with which tags the database invalidates them: by
 * `notify pgrst, 'invalidate TAG …'`, or through `changes`.
 */
export interface CacheDeclarations {
  /** Whether `preRequest` lets every visitor through, so that it need not see each request. */
  passesVisitors: boolean;
  /**
   * A function from tags (`text[]`) to the time at which the clock alone changes what has them; null if it
   * never does.
   */
  ends: string | null;
  /**
   * A function that lists changes, for projects with so many writes that the lock of notifications would delay
   * them: from its last `upto` (`text`, null at first) to `upto`, `tags` (`text[]`) and `everything`.
   */
  changes: string | null;
  /** By name in the first exposed schema, or `schema.name`. */
  relations: ReadonlyMap<string, CacheDeclaration>;
  functions: ReadonlyMap<string, CacheDeclaration>;
}

export interface CacheDeclaration {
  /** The tags of a response; without any, only narrowed ones are cached. */
  tags: string[];
  /** By column or argument of type `uuid`: a response for one value has the tag `name:value` instead. */
  by: ReadonlyMap<string, string>;
  /** Relations whose rows are invalidated by changes of those embedded in them. */
  within: string[];
}

/** Limits of a role, in addition to the database's own. */
export interface RoleLimits {
  /** Seconds after which the server cancels a statement; null means the role's own setting. */
  statementTimeout: number | null;
  /** Operators of filters (`imatch`, …) that the role may not use. */
  deniedOperators: string[];
}

export interface FunctionConfig {
  enabled: boolean;
  verifyJwt: boolean;
  importMap: string | null;
  /** Absolute path of the module that serves it. */
  entrypoint: string;
}
