import type { Project } from "../project/project.ts";
import type { Statement } from "./batch.ts";

/** A call of the function that a setting names in PostgREST's form, `schema.name` without quotes. */
export const callOfPreRequest = (name: string): string =>
  `${name
    .split(".")
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join(".")}()`;

/** The statement that lets the project check the transaction's caller; null if it checks nobody. */
export const preRequestOf = ({ config }: Project): Statement | null =>
  config.api.preRequest === null
    ? null
    : { name: "pre_request", text: `select ${callOfPreRequest(config.api.preRequest)}` };
