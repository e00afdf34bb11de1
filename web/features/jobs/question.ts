import type { JobQuestion } from "#domain/jobs/results.ts";
import type { Db } from "#web/session/database.ts";

/** What the link of a reminder asks: whether the poster is still looking. */
export const loadQuestion = async (db: Db, token: string): Promise<JobQuestion | null> => {
  const { data } = await db.rpc("job_question", { token }).throwOnError();
  return data;
};

/** The answers of the page; `no` says nothing of whom the poster hired. */
export const ANSWERS = ["yes", "no", "elsewhere", "nobody"] as const;
type Answer = (typeof ANSWERS)[number];

export const answerQuestion = async (
  db: Db,
  token: string,
  answer: Answer,
): Promise<JobQuestion> => {
  const { data } = await db
    .rpc("answer_job_question", {
      token,
      still_looking: answer === "yes",
      ...(answer === "elsewhere" || answer === "nobody"
        ? { hired_elsewhere: answer === "elsewhere" }
        : {}),
    })
    .throwOnError();
  return data;
};
