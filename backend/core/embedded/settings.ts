import os from "node:os";

/**
 * A sixteenth of the memory that there is, between 128 and 512 MB. What does not fit is read from the system's cache
 * again and again, which doubled what twenty cards of 100,000 members cost; a gigabyte makes a start 0.2 s slower.
 */
const sharedBuffers = (): string => {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return `${Math.min(512, Math.max(128, Math.floor(memory / 16 / 2 ** 20)))}MB`;
};

/**
 * The server's settings, for two cores that are shared with Node. No TCP at all: the one way in is
 * the socket, whose folder only its owner can enter. `durable` off is for throw-away servers.
 */
export const serverSettings = ({
  socketFolder,
  durable,
  maxConnections,
  walLevel = "logical",
}: {
  socketFolder: string;
  durable: boolean;
  maxConnections: number;
  walLevel?: "replica" | "logical";
}): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0777",
    max_connections: String(maxConnections),
    superuser_reserved_connections: "3",
    shared_buffers: sharedBuffers(),
    effective_cache_size: "1GB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    random_page_cost: "1.1",
    jit: "off",
    // Plans name their query, as hosted Supabase's do.
    compute_query_id: "on",
    max_parallel_workers_per_gather: "0",
    max_wal_size: "1GB",
    min_wal_size: "80MB",
    wal_compression: "on",
    // Realtime reads changes from the log.
    wal_level: walLevel,
    checkpoint_timeout: "15min",
    timezone: "UTC",
    log_timezone: "UTC",
    // Errors of statements are the callers' business and may quote private values.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    log_line_prefix: "",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
};

/**
 * As hosted Supabase makes its databases: UTF-8, ICU's English order. Whoever reaches the socket is
 * trusted, because its folder lets nobody else in.
 */
export const initSettings = (libcLocale: string): string[] => [
  "--username=postgres",
  "--encoding=UTF8",
  `--locale=${libcLocale}`,
  "--locale-provider=icu",
  "--icu-locale=en-US",
  "--auth-local=trust",
  "--auth-host=reject",
  "--no-instructions",
];
