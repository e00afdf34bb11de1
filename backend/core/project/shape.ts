import type { KeyObject } from "node:crypto";
import type { JWK } from "jose";

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
     * Resumable uploads; our keys, not the CLI's. Unfinished ones of one account, and their bytes: 0 means
     * no limit.
     */
    resumable: {
      maxUnfinished: number;
      maxUnfinishedBytes: number;
      /** Seconds from beginning to end. */
      life: number;
    };
    /** Whether a signed upload link has only its signer's current rights; our key, not the CLI's. */
    signedUploadsFollowPolicies: boolean;
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
 * Whose responses are the same for all visitors, and with which tags the database invalidates them
 * (`notify pgrst, 'invalidate TAG …'`).
 */
export interface CacheDeclarations {
  /** Whether `preRequest` lets every visitor through, so that it need not see each request. */
  passesVisitors: boolean;
  /**
   * A function from tags (`text[]`) to the time at which the clock alone changes what has them; null if it
   * never does.
   */
  ends: string | null;
  /** By name in the first exposed schema, or `schema.name`. */
  relations: ReadonlyMap<string, CacheDeclaration>;
  functions: ReadonlyMap<string, CacheDeclaration>;
}

export interface CacheDeclaration {
  /** The tags of a response; without any, only narrowed ones are cached. */
  tags: string[];
  /**
   * By column of type `uuid`, or argument of type `uuid` or `text`: a response for one value has the tag
   * `name:value` instead, of a text `name:md5(value)`.
   */
  by: ReadonlyMap<string, string>;
  /** Further tags of a call, by an argument that is not empty, or by `argument=value`. */
  when: ReadonlyMap<string, string[]>;
  /** By member of the response's objects: for each UUID in one, the response also has `name:value`. */
  ids: ReadonlyMap<string, string>;
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

export interface AuthConfig {
  siteUrl: string;
  additionalRedirectUrls: string[];
  jwtSecret: string | null;
  /** The project's own private keys: the first signs, all are published; null without any. */
  signingKeys: JWK[] | null;
  /** Seconds. */
  jwtExpiry: number;
  enableSignup: boolean;
  enableAnonymousSignIns: boolean;
  enableManualLinking: boolean;
  enableRefreshTokenRotation: boolean;
  /** Seconds in which a used refresh token may be used again. */
  refreshTokenReuseInterval: number;
  /** Whether sign-up reveals that an address has an account, which GoTrue hides. */
  revealRegistered: boolean;
  minimumPasswordLength: number;
  /** The same for a session from a recovery link; our key, not the CLI's. */
  recoveryMinimumPasswordLength: number;
  /** Whether new passwords that are easy to guess are refused; our key, not the CLI's. */
  refuseCommonPasswords: boolean;
  /**
   * Whether a new password or address needs the current password, and other changes to how an account signs
   * in need proof from the last five minutes; our key, not the CLI's.
   */
  requireCurrentPassword: boolean;
  passwordRequirements: string;
  email: {
    enableSignup: boolean;
    doubleConfirmChanges: boolean;
    enableConfirmations: boolean;
    securePasswordChange: boolean;
    /** Seconds between two mails to one address. */
    maxFrequency: number;
    otpLength: number;
    /** Seconds. */
    otpExpiry: number;
    /** Our key: domains at which only the operator creates accounts. */
    reservedDomains: string[];
    /** By mail kind: confirmation, recovery, magic_link, email_change, invite, reauthentication. */
    templates: Record<string, { subject?: string; contentPath?: string }>;
  };
  sms: SmsConfig;
  /** Sign-in by a passkey alone. */
  passkey: { enabled: boolean; maxPasskeysPerUser: number };
  /** The relying party of passkeys; empty values come from `siteUrl`. */
  webauthn: {
    rpId: string;
    rpOrigins: string[];
    rpDisplayName: string;
    /** Seconds in which a passkey must respond. */
    challengeExpiry: number;
  };
  /** The captcha required before an account, a link or a session is created; null without one. */
  captcha: { provider: "hcaptcha" | "turnstile"; secret: string; url: string } | null;
  /** The project as a sign-in provider for other applications. */
  oauthServer: {
    enabled: boolean;
    /** Whether applications may register themselves. */
    allowDynamicRegistration: boolean;
    /** The page below `siteUrl` on which people give their consent. */
    authorizationUrlPath: string;
  };
  /**
   * Single sign-on; our key, not the CLI's. With a key (RSA) requests are signed and assertions may be
   * encrypted.
   */
  saml: { enabled: boolean; privateKey?: KeyObject };
  rateLimit: {
    /** Mails an hour for the whole project; if `emailSentPerNetwork` is not 0, for each kind. */
    emailSent: number;
    /**
     * Our key: mails of each kind that one network may request in an hour; 0 means no limit, as on the
     * platform.
     */
    emailSentPerNetwork: number;
    /** Texts an hour for the whole project. */
    smsSent: number;
    /** Per address and five minutes. */
    tokenRefresh: number;
    signInSignUps: number;
    tokenVerifications: number;
    /** Anonymous accounts for each address of the network and hour. */
    anonymousUsers: number;
  };
  mfa: {
    maxEnrolledFactors: number;
    totp: { enrollEnabled: boolean; verifyEnabled: boolean };
    webauthn: { enrollEnabled: boolean; verifyEnabled: boolean };
    phone: {
      enrollEnabled: boolean;
      verifyEnabled: boolean;
      otpLength: number;
      /** With `{{ .Code }}` in it. */
      template: string;
      /** Seconds between two texts for one factor. */
      maxFrequency: number;
    };
  };
  /** External identity providers by name, as written. */
  external: Record<
    string,
    { enabled: boolean; clientId: string; secret: string; [key: string]: unknown }
  >;
  /** By name (before_user_created, custom_access_token, …): `pg-functions://…` or `https://…`. */
  hooks: Record<string, { enabled: boolean; uri: string; secrets: string | null }>;
}

export interface SmsConfig {
  enableSignup: boolean;
  enableConfirmations: boolean;
  /** Seconds between two texts of one kind to one number. */
  maxFrequency: number;
  otpLength: number;
  /** Seconds; our key, not the CLI's. */
  otpExpiry: number;
  /** With `{{ .Code }}` in it. */
  template: string;
  /** Fixed codes by number; these are never sent. */
  testOtp: Record<string, string>;
  /** The sender of texts, with its own table's settings; null without one. */
  sender: { name: string; settings: Record<string, string> } | null;
}

export interface FunctionConfig {
  enabled: boolean;
  verifyJwt: boolean;
  importMap: string | null;
  /** Absolute path of the module that serves it. */
  entrypoint: string;
}
