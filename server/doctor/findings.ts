import type { Config } from "../settings/config.ts";

/** One line of the report. A warning or fault says what to do. */
export interface Finding {
  level: "ok" | "warning" | "fault";
  what: string;
  todo?: string;
}

export const ok = (what: string): Finding => ({ level: "ok", what });
export const warning = (what: string, todo: string): Finding => ({ level: "warning", what, todo });
export const fault = (what: string, todo: string): Finding => ({ level: "fault", what, todo });

/** What the checks read: the settings that are well formed, and where the rest of the world is. */
export interface Examined {
  config: Config;
  environment: NodeJS.ProcessEnv;
  /** The site's public address, without a trailing slash. */
  siteUrl: string;
  dataDir: string;
  /** Sends a test mail to this address. */
  sendTestTo: string | null;
  /** Looks up the texts of a name; rejects as `dns.promises.resolveTxt` does. */
  resolveTxt(name: string): Promise<string[][]>;
  /** Another address for Stripe's API, for tests. */
  stripeApi?: string;
  now(): number;
}

export type Check = (examined: Examined) => Promise<Finding[]>;

/** An error in one line, with its cause: `fetch` gives the reason only there. */
export const reasonOf = (error: unknown): string => {
  const { message = String(error), cause } = Object(error) as Error;
  const inner = Object(cause) as NodeJS.ErrnoException;
  const reason = inner.message || inner.code;
  return (reason && reason !== message ? `${message}: ${reason}` : message).split("\n")[0] ?? "";
};

/** What to do when the running site refuses the secret key. */
export const OTHER_KEYS = "Check that DATA_DIR is the running site's";
