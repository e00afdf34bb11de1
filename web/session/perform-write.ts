import type { Db } from "./database.ts";
import { requestSignIn, sessionClient, sessionEnded } from "./session.ts";

/**
 * Runs a write, or a read that a press asked for, with the person's client. If it fails because the session has ended, the person is asked to
 * log in again over the page, and the write runs once more.
 *
 * @throws the write's error, also when the person does not log in again
 */
export const performWrite = async <Result>(write: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = await sessionClient();
  try {
    return await write(db);
  } catch (error) {
    if (!(await sessionEnded()) || !(await requestSignIn())) throw error;
    return write(db);
  }
};
