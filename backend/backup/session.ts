import pg from "pg";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import { CONNECTION_TIMEOUTS } from "#backend/core/database/deadlines.ts";

/**
 * Values as text depend on these. No statement may be ended by a limit of its role, and row security is an
 * error instead of a silent filter.
 */
const SETTINGS = `
set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
set bytea_output = 'hex'; set extra_float_digits = 1; set xmloption = 'content'; set search_path = '';
set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
set row_security = off; set synchronize_seqscans = off; set check_function_bodies = off;`;

/** A connection of its own for copying whole tables. */
const openSession = async (connection: ConnectionOptions): Promise<pg.Client> => {
  const client = new pg.Client({ ...connection, ...CONNECTION_TIMEOUTS });
  // A lost connection rejects the running statement, which reports it.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(SETTINGS);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
};

/** Runs `work` in a session, which ends with it. */
export const withSession = async <T>(
  connection: ConnectionOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = await openSession(connection);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
};
