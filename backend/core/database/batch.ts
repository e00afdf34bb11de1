import pg, { type Connection, type Submittable } from "pg";

/** A statement with its values bound as parameters; `name` makes it prepared once per connection. */
export interface Statement {
  name?: string;
  text: string;
  values?: readonly (string | Buffer | null)[];
  /** Nobody reads the column names, so they are not requested. */
  unlabelled?: boolean;
  /** Sent repeatedly as one object, so its messages are encoded once. */
  prepared?: boolean;
}

/**
 * The end of a batch that must change nothing. `begin` makes the implicit transaction explicit (PostgreSQL
 * protocol 54.2.3); a `rollback` without it writes a warning to the server's log.
 */
export const ROLLBACK: readonly Statement[] = [{ text: "begin" }, { text: "rollback" }];

/** Rows in PostgreSQL's text format, with the columns' names and types (none for an unlabelled statement). */
export interface BatchResult {
  columns: string[];
  types: number[];
  rows: (string | null)[][];
  /** The command tag, for example `INSERT 0 3`. */
  tag: string;
}

/** After a change of the tables a prepared statement may have other columns, and fails until it is prepared anew. */
export const isStale = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "0A000";

const written = new WeakMap<Statement, Buffer>();

/**
 * Sends several extended-protocol statements before a single Sync: one round trip and one implicit
 * transaction (PostgreSQL protocol 54.2.3). An error anywhere rolls the whole batch back. Results are text.
 * Cannot be combined with pg's own pipeline mode.
 */
export class Batch implements Submittable {
  readonly done: Promise<BatchResult[]>;
  private resolve!: (results: BatchResult[]) => void;
  private reject!: (error: unknown) => void;
  private readonly results: BatchResult[] = [];
  private readonly statements: readonly Statement[];
  private columns: string[] = [];
  private types: number[] = [];
  private rows: (string | null)[][] = [];
  private parsed: string[] = [];
  private wire: Connection | null = null;

  constructor(statements: readonly Statement[]) {
    this.statements = statements;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // If the statements cannot be encoded, pg throws at once and reports it nowhere else. The end of the
    // connection would then reject a promise that nobody awaits.
    this.done.catch(() => {});
  }

  submit(wire: Connection): void {
    this.wire = wire;
    // Writes all messages at once: a separate write costs as much as encoding the message.
    const messages: Buffer[] = [];
    const send = wire._send;
    wire._send = (message) => void messages.push(message);
    try {
      this.#write(wire, messages);
    } finally {
      wire._send = send;
    }
    wire._send(Buffer.concat(messages));
  }

  #write(wire: Connection, messages: Buffer[]): void {
    for (const statement of this.statements) {
      const { name, text, values = [], unlabelled, prepared } = statement;
      if (!name || wire.parsedStatements[name] !== text) {
        // Closing a name that does not exist is no error. A failed batch may have left one.
        if (name) wire.close({ type: "S", name });
        wire.parse({ name, text });
        if (name) {
          wire.parsedStatements[name] = text;
          this.parsed.push(name);
        }
      }
      const known = prepared ? written.get(statement) : undefined;
      if (known) {
        messages.push(known);
        continue;
      }
      const from = messages.length;
      wire.bind({ statement: name, values });
      if (!unlabelled) wire.describe({ type: "P" });
      wire.execute({});
      if (prepared) written.set(statement, Buffer.concat(messages.slice(from)));
    }
    wire.sync();
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.columns = message.fields.map((field) => field.name);
    this.types = message.fields.map((field) => field.dataTypeID);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.rows.push(message.fields);
  }

  handleCommandComplete(message: { text: string }): void {
    const { columns, types, rows } = this;
    this.results.push({ columns, types, rows, tag: message.text });
    this.columns = [];
    this.types = [];
    this.rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handlePortalSuspended(): void {}

  /** pg forgets the query at its first error, so this is the last call for a failed batch. */
  handleError(error: Error): void {
    const names = isStale(error) ? this.statements.map(({ name = "" }) => name) : this.parsed;
    for (const name of names) delete this.wire?.parsedStatements[name];
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve(this.results);
  }
}
