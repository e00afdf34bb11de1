import type { JobQuestion } from "#domain/jobs-results.ts";
import type { Db } from "#web/session/database.ts";

/** What the link of a reminder asks: whether the poster is still looking. */
export const loadQuestion = async (db: Db, token: string): Promise<JobQuestion | null> => {
  const { data, error } = await db.rpc("job_question", { token });
  if (error) throw error;
  return data;
};

export const answerQuestion = async (
  db: Db,
  token: string,
  stillLooking: boolean,
): Promise<JobQuestion> => {
  const { data, error } = await db.rpc("answer_job_question", {
    token,
    still_looking: stillLooking,
  });
  if (error) throw error;
  return data;
};
