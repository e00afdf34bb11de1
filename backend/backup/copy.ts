import { once } from "node:events";
import type pg from "pg";
import { destroyConnection } from "#backend/core/database/deadlines.ts";

/** Bytes of rows that are passed on at once. A single row may be larger. */
export const PART_BYTES = 8 * 1024 ** 2;

interface Message {
  chunk: Buffer;
  text?: string;
}

/** The client's connection, with the calls that its types omit. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What PostgreSQL's client calls on a query of our own; its types name none of it. */
abstract class Copy implements pg.Submittable {
  readonly text: string;
  readonly done: Promise<void>;
  protected resolve: () => void = () => {};
  protected reject: (error: Error) => void = () => {};
  protected failure: Error | null = null;

  constructor(text: string) {
    this.text = text;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: pg.Connection): void {
    connection.query(this.text);
  }

  handleError(error: Error): void {
    this.failure ??= error;
    this.reject(this.failure);
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleCopyInResponse(connection: CopyConnection): void {
    connection.sendCopyFail("no rows were expected");
  }
  handleCopyData(_message: Message, _connection: pg.Connection): void {}
  handleReadyForQuery(): void {
    this.resolve();
  }
}

class CopyOut extends Copy {
  private rows: Buffer[] = [];
  private bytes = 0;
  private writing: Promise<void> | null = null;
  private readonly client: pg.Client;
  private readonly onRow: (row: Buffer) => void;
  private readonly write: (rows: Buffer) => Promise<void>;

  constructor(
    text: string,
    client: pg.Client,
    onRow: (row: Buffer) => void,
    write: (rows: Buffer) => Promise<void>,
  ) {
    super(text);
    this.client = client;
    this.onRow = onRow;
    this.write = write;
  }

  private flush(): Promise<void> {
    const part = Buffer.concat(this.rows, this.bytes);
    this.rows = [];
    this.bytes = 0;
    return this.write(part);
  }

  override handleCopyData({ chunk }: Message, connection: pg.Connection): void {
    // The parser uses its buffer again; PostgreSQL sends one message for each row.
    const row = Buffer.from(chunk);
    this.onRow(row);
    this.rows.push(row);
    this.bytes += row.length;
    if (this.bytes < PART_BYTES || this.writing) return;
    const { stream } = connection;
    stream.pause();
    this.writing = this.flush().then(
      () => {
        this.writing = null;
        stream.resume();
      },
      // The server would go on sending: only the end of the connection stops it.
      (error: Error) => destroyConnection(this.client, error),
    );
  }

  override handleReadyForQuery(): void {
    const last = async () => {
      await this.writing;
      if (this.bytes > 0) await this.flush();
    };
    last().then(this.resolve, this.reject);
  }
}

/**
 * Reads what a `copy … to stdout` sends. `onRow` sees each row, and `write` gets them in parts of about
 * `PART_BYTES`; the server waits while a part is written.
 */
export const copyOut = async (
  client: pg.Client,
  text: string,
  onRow: (row: Buffer) => void,
  write: (rows: Buffer) => Promise<void> = async () => {},
): Promise<void> => {
  await client.query(new CopyOut(text, client, onRow, write)).done;
};

class CopyIn extends Copy {
  private over = false;
  private readonly rows: AsyncIterable<Buffer>;

  constructor(text: string, rows: AsyncIterable<Buffer>) {
    super(text);
    this.rows = rows;
    const end = () => {
      this.over = true;
    };
    this.done.then(end, end);
  }

  private async pump(connection: CopyConnection): Promise<void> {
    const { stream } = connection;
    for await (const part of this.rows) {
      if (this.over) return;
      connection.sendCopyFromChunk(part);
      if (stream.writableNeedDrain) await Promise.race([once(stream, "drain"), this.done]);
    }
    connection.endCopyFrom();
  }

  override handleCopyInResponse(connection: CopyConnection): void {
    this.pump(connection).catch((error: Error) => {
      // The source's own error is the one to report, not the server's echo of it.
      this.failure ??= error;
      connection.sendCopyFail("the rows cannot be read");
    });
  }
}

/** Sends rows to a `copy … from stdin`. If they cannot be read, their own error is thrown. */
export const copyIn = async (
  client: pg.Client,
  text: string,
  rows: AsyncIterable<Buffer>,
): Promise<void> => {
  await client.query(new CopyIn(text, rows)).done;
};
