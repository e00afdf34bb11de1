import type { ConnectionOptions as TlsOptions } from "node:tls";

/** The address and user of a database. `host` may be a folder with a Unix socket. */
export interface ConnectionOptions {
  host: string;
  port?: number;
  user: string;
  password?: string;
  database: string;
  ssl?: boolean | TlsOptions;
}
