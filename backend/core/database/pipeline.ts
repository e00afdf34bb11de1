import pg from "pg";
import { Batch, type BatchResult, isStale, type Statement } from "./batch.ts";
import { endsConnection } from "./connection-scheduler.ts";
import { withinDeadline } from "./deadlines.ts";
import type { Queryable, Row } from "./queryable.ts";

/** A value as PostgreSQL's text, or as bytes; pg's types omit it. */
const { prepareValue } = (
  pg as typeof pg & { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils;

/** Texts of which it is known whether they are used again; as many can be prepared on each connection. */
const REMEMBERED = 400;

const names = new Map<string, string | null>();
const free = Array.from({ length: REMEMBERED }, (_, slot) => `query_${slot}`);

/**
 * The name of a statement, from its second use on: then each connection parses and plans it once. The text that
 * came first makes room for a new one.
 */
const nameOf = (text: string): string | undefined => {
  const name = names.get(text);
  if (name) return name;
  if (name === null) {
    const given = free.pop();
    if (given) names.set(text, given);
    return given;
  }
  const [first] = names;
  if (first && names.size >= REMEMBERED) {
    names.delete(first[0]);
    if (first[1]) free.push(first[1]);
  }
  names.set(text, null);
  return undefined;
};

/** Rows with JavaScript's values, by pg's own rules. */
const rowsOf = <R extends Row>({ columns, types, rows }: BatchResult): R[] => {
  const parsers = types.map((type) => pg.types.getTypeParser(type, "text"));
  return rows.map((row) => {
    const parsed: Row = {};
    for (const [index, column] of columns.entries()) {
      const value = row[index] ?? null;
      parsed[column] = value === null ? null : parsers[index]?.(value);
    }
    return parsed as R;
  });
};

interface Waiting {
  statement: Statement;
  resolve(result: BatchResult): void;
  reject(error: unknown): void;
}

interface PipelineOptions {
  /** Milliseconds in which the server must respond. */
  within: number;
  /** Travels before the first statement. */
  first?: Statement;
  /** Observes what is sent. */
  measure<T>(statements: readonly { text: string }[], work: Promise<T>): Promise<T>;
  /** The error that a statement is rejected with. */
  failed(error: unknown): unknown;
}

export interface Pipeline extends Queryable {
  /** Sends what waits and refuses further statements; resolves when there is a response, whatever it is. */
  end(): Promise<void>;
  /** Whether the connection is unusable. */
  isBroken(): boolean;
}

/**
 * A connection's statements. Those that are asked for in one turn of the event loop travel together: one write, one
 * round trip. If one of them fails, all of them do. A text without values may contain several statements, and
 * travels alone.
 */
export const createPipeline = (
  client: pg.ClientBase,
  { within, first, measure, failed }: PipelineOptions,
): Pipeline => {
  let waiting: Waiting[] = [];
  let unsent = first ? [first] : [];
  let ended = false;
  let broken = false;

  const run = async <T>(statements: readonly { text: string }[], start: () => Promise<T>) => {
    try {
      return await measure(statements, withinDeadline(client, within, start()));
    } catch (error) {
      broken ||= endsConnection(error);
      throw failed(error);
    }
  };
  const flush = async (): Promise<void> => {
    const [before, sent] = [unsent, waiting];
    unsent = [];
    waiting = [];
    const statements = [...before, ...sent.map(({ statement }) => statement)];
    if (statements.length === 0) return;
    const send = () => client.query(new Batch(statements)).done;
    // What is stale has done nothing, and is prepared anew; only a transaction that had begun has failed.
    const sendAgain = (error: unknown) => {
      if (first || !isStale(error)) throw error;
      return send();
    };
    try {
      const results = await run(statements, () => send().catch(sendAgain));
      for (const [index, result] of results.slice(before.length).entries())
        sent[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  };

  return {
    async query<R extends Row>(text: string, values?: readonly unknown[]): Promise<R[]> {
      if (ended) throw new Error("Not asked for at once with the other statements");
      if (!values?.length) {
        if (!first && waiting.length > 0) throw new Error("A text without values travels alone");
        void flush();
        const { rows } = await run([{ text }], () => client.query<R>(text));
        return rows;
      }
      const bound = values.map((value) => prepareValue(value));
      const statement = { name: nameOf(text), text, values: bound };
      const result = await new Promise<BatchResult>((resolve, reject) => {
        if (waiting.push({ statement, resolve, reject }) === 1) queueMicrotask(flush);
      });
      return rowsOf<R>(result);
    },
    end() {
      ended = true;
      return flush();
    },
    isBroken: () => broken,
  };
};
