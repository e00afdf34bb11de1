/** Where a database is and as whom to enter it. `host` may be a folder holding a Unix socket. */
export interface Connection {
  host: string;
  port?: number;
  user: string;
  password?: string;
  database: string;
  ssl?: boolean | { rejectUnauthorized: boolean };
}
