import { shareMemory } from "../memory.ts";

/**
 * The server's settings, for two cores shared with Node. There is no TCP: the only access is the socket,
 * whose folder only its owner can enter. `durable` is off for temporary servers.
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
  walLevel?: "minimal" | "replica" | "logical";
}): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: "",
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0777",
    max_connections: String(maxConnections),
    superuser_reserved_connections: "3",
    shared_buffers: `${shareMemory().sharedBuffers}MB`,
    effective_cache_size: "1GB",
    // By default 16 MB where the buffers are large: more than the log of the pages of a burst of writes.
    wal_buffers: "4MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    random_page_cost: "1.1",
    jit: "off",
    // Plans name their query, as in hosted Supabase.
    compute_query_id: "on",
    max_parallel_workers_per_gather: "0",
    max_wal_size: "1GB",
    min_wal_size: "80MB",
    wal_compression: "on",
    // Realtime reads changes from the log.
    wal_level: walLevel,
    ...(walLevel === "minimal" ? { max_wal_senders: "0" } : {}),
    checkpoint_timeout: "15min",
    timezone: "UTC",
    log_timezone: "UTC",
    // Errors of statements concern their callers and may quote private values.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
    log_line_prefix: "",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
};

/**
 * Creates databases as hosted Supabase does: UTF-8 with ICU's English order. Anybody who reaches the socket
 * is trusted, because nobody else can enter its folder.
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
