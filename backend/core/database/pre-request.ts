import type { Project } from "../project/project.ts";
import type { Statement } from "./batch.ts";

/** The name of a function that a setting gives as `schema.name` without quotes, for SQL. */
export const callableName = (name: string): string =>
  name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".");

/** A call of the function that a setting names in PostgREST's form. */
export const callOfPreRequest = (name: string): string => `${callableName(name)}()`;

/** The statement that lets the project check the transaction's caller; null if it checks nobody. */
export const preRequestOf = ({ config }: Project): Statement | null =>
  config.api.preRequest === null
    ? null
    : { name: "pre_request", text: `select ${callOfPreRequest(config.api.preRequest)}` };
