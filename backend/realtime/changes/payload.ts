import type { Channel } from "../channel.ts";
import { LIMITS } from "../limits.ts";
import type { Column } from "./tables.ts";
import type { Question, Sighting } from "./visibility.ts";

/** For a row that is too large, its short values; as on the hosted platform. */
const shorten = (json: string): string => {
  const row: Record<string, unknown> = JSON.parse(json);
  const short = Object.entries(row).filter(
    ([, value]) => Buffer.byteLength(JSON.stringify(value)) <= 64,
  );
  return JSON.stringify(Object.fromEntries(short));
};

const columnsJson = (columns: readonly Column[]): string =>
  JSON.stringify(columns.map(({ name, type }) => ({ name, type })));

/** The JSON of a change as a subscriber receives it. */
const dataOf = ({ view, columns }: Question, { change, record, old }: Sighting): string => {
  const size = Buffer.byteLength(record ?? "") + Buffer.byteLength(old ?? "");
  const fitted = size > LIMITS.record ? shorten : (json: string) => json;
  const parts = [
    `"schema":${JSON.stringify(view.schema)}`,
    `"table":${JSON.stringify(view.table)}`,
    `"commit_timestamp":"${change.committedAt.toISOString()}"`,
    `"type":"${change.operation}"`,
    `"columns":${columnsJson(columns)}`,
    `"errors":${size > LIMITS.record ? '["Error 413: Payload Too Large"]' : "null"}`,
  ];
  if (change.operation !== "DELETE" && record !== null) parts.push(`"record":${fitted(record)}`);
  if (change.operation !== "INSERT" && old !== null) parts.push(`"old_record":${fitted(old)}`);
  return `{${parts.join(",")}}`;
};

/** Sends a change to the channels whose subscriptions match it. */
export const deliver = (question: Question, sighting: Sighting, second: number): void => {
  const data = dataOf(question, sighting);
  const ids = new Map<Channel, Set<number>>();
  for (const { channel, id } of sighting.subscriptions) {
    if (channel.closed || !channel.isValid(second)) continue;
    const known = ids.get(channel);
    if (known) known.add(id);
    else ids.set(channel, new Set([id]));
  }
  for (const [channel, matching] of ids)
    channel.push("postgres_changes", `{"ids":${JSON.stringify([...matching])},"data":${data}}`);
};
