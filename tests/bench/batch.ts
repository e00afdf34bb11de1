import type { Connection, Submittable } from "pg";

/** Connections of the driver: as many as the service keeps. */
export const DRIVER_CONNECTIONS = 8;

/** A prepared statement and its values; the name prepares it once a connection. */
export interface Statement {
  name: string;
  text: string;
  values: readonly (string | null)[];
}

const prepared = new WeakMap<Connection, Set<string>>();

/** Runs one transaction and gives the first column of its last row. */
export type Run = (statements: Statement[]) => Promise<string | null>;

/**
 * Statements behind one Sync: one round trip and one transaction, as the service sends them, with
 * nothing around it. The first column of the last row is the result.
 */
export class Batch implements Submittable {
  readonly done: Promise<string | null>;
  private resolve: (response: string | null) => void = () => {};
  private reject: (error: unknown) => void = () => {};
  private response: string | null = null;
  private readonly statements: readonly Statement[];

  constructor(statements: readonly Statement[]) {
    this.statements = statements;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(wire: Connection): void {
    const known = prepared.get(wire) ?? new Set();
    prepared.set(wire, known);
    wire.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (!known.has(name)) {
        wire.parse({ name, text, types: [] });
        known.add(name);
      }
      wire.bind({ statement: name, values });
      wire.describe({ type: "P", name: "" });
      wire.execute({ portal: "", rows: 0 });
    }
    wire.sync();
    process.nextTick(() => wire.stream.uncork());
  }

  handleRowDescription(): void {}

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.response = message.fields[0] ?? null;
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.response);
  }
}
