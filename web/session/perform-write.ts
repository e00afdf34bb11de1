import { faultOf } from "#domain/site/faults.ts";
import type { Db } from "./database.ts";
import { requestSignIn, sessionClient, sessionEnded } from "./session.ts";

const tokenOf = async ({ auth }: Db): Promise<string | undefined> =>
  (await auth.getSession()).data.session?.access_token;

/** Whether the service answered and did nothing, so that another try can do no harm. */
const wasRefused = (error: unknown): boolean => {
  const { kind } = faultOf(error, "");
  return kind === "session-ended" || kind === "refused";
};

/**
 * Runs a write, or a read that a press asked for, with the person's client. If it fails because the session
 * has ended, the person is asked to log in again over the page, and the write runs once more. It also runs
 * again if they have logged in meanwhile, because another request failed first.
 *
 * @throws the write's error, also when the person does not log in again
 */
export const performWrite = async <Result>(write: (db: Db) => Promise<Result>): Promise<Result> => {
  const db = await sessionClient();
  const before = await tokenOf(db);
  try {
    return await write(db);
  } catch (error) {
    const again = (await sessionEnded())
      ? await requestSignIn()
      : wasRefused(error) && (await tokenOf(db)) !== before;
    if (!again) throw error;
    return write(db);
  }
};
