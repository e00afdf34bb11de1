import { useRevalidator } from "react-router";
import type { Db } from "#web/session/database.ts";
import { useWrite } from "#web/session/use-write.ts";

/** A colleague was faster: this screen is out of date (see private.lock_account). */
const isStale = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === "PT409" || code === "PT404";
};

/** useWrite for admins: if a colleague was faster, the list is loaded again too. */
export const useAct = <Input extends unknown[], Result>(
  write: (db: Db, ...input: Input) => Promise<Result>,
) => {
  const { run, busy } = useWrite(write);
  const { revalidate } = useRevalidator();
  const act = async (...input: Input): Promise<Result | undefined> => {
    try {
      return await run(...input);
    } catch (error) {
      if (isStale(error)) void revalidate();
      throw error;
    }
  };
  return { run: act, busy };
};
