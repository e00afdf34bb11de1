import type { SiteHealth } from "#domain/site/results.ts";
import type { Db } from "#web/session/database.ts";

/** What the server says of its parts; null where it says nothing, as on a hosted Supabase. */
export interface ServerState {
  storage: boolean | null;
  disk: boolean | null;
  mail: boolean | null;
}

export interface Health extends SiteHealth {
  server: ServerState;
  /** The addresses of active admins; mail about troubles goes to them. */
  admins: readonly string[];
  checked_at: string;
}

/** The database's largest page. */
const MOST_ADMINS = 100;

const UNKNOWN: ServerState = { storage: null, disk: null, mail: null };

/** A server that is not ready responds too, with 503. */
const loadServer = async (): Promise<ServerState> => {
  try {
    const found = (await (await fetch("/readyz")).json()) as Partial<ServerState>;
    return {
      storage: found.storage ?? null,
      disk: found.disk ?? null,
      mail: found.mail ?? null,
    };
  } catch {
    return UNKNOWN;
  }
};

export const loadHealth = async (db: Db): Promise<Health> => {
  const [{ data }, accounts, server] = await Promise.all([
    db.rpc("admin_health").throwOnError(),
    db.rpc("admin_users", { type: "admin", page_size: MOST_ADMINS }).throwOnError(),
    loadServer(),
  ]);
  const admins = (accounts.data?.users ?? [])
    .filter(({ is_active }) => is_active)
    .map(({ email }) => email ?? "");
  return { ...data, admins, server, checked_at: new Date().toISOString() };
};

/** The task that `npm run backup` is on a schedule (BACKUP_TO). */
export const BACKUP = "back-up";

/** A hosted Supabase, which has no release, makes its own backups. */
export const hasNoBackups = ({ tasks, release }: Pick<SiteHealth, "tasks" | "release">): boolean =>
  release !== null && !tasks.some(({ name }) => name === BACKUP);

/** Makes a task due at once. */
export const runTask = async (db: Db, name: string): Promise<void> => {
  await db.rpc("admin_run_task", { p_name: name }).throwOnError();
};

/** Makes all mail that could not be sent due at once; returns how many. */
export const retryMail = async (db: Db): Promise<number> => {
  const { data } = await db.rpc("admin_retry_mail").throwOnError();
  return data;
};

const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** Bytes as '12.5 MB'. */
export const formatBytes = (bytes: number): string => {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** unit;
  return `${amount >= 100 || unit === 0 ? Math.round(amount) : Math.round(amount * 10) / 10} ${UNITS[unit]}`;
};
