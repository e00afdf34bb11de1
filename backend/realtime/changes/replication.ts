import { randomUUID } from "node:crypto";
import pg, { type Submittable } from "pg";
import type { ConnectionOptions } from "#backend/core/database/database.ts";
import { CONNECTION_TIMEOUTS } from "#backend/core/database/deadlines.ts";
import { type Message, readMessage } from "./pgoutput.ts";

/** Milliseconds between two messages to the server, which drops a silent reader after a minute. */
const STATUS_EVERY = 10_000;

/** Microseconds between the epochs of PostgreSQL and of Unix. */
const EPOCH = 946_684_800_000_000n;

/** A query that never ends: the server continues to send changes. */
class Stream implements Submittable {
  readonly #text: string;
  readonly #onData: (chunk: Buffer) => void;
  readonly #onEnd: (error: Error | null) => void;
  constructor(text: string, onData: (chunk: Buffer) => void, onEnd: (error: Error | null) => void) {
    this.#text = text;
    this.#onData = onData;
    this.#onEnd = onEnd;
  }
  submit(connection: pg.Connection): void {
    connection.query(this.#text);
  }
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#onData(chunk);
  }
  handleError(error: Error): void {
    this.#onEnd(error);
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#onEnd(null);
  }
}

export interface Replication {
  /** Pauses the flow, which waits in the database, and resumes it. */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

interface ReplicationHandlers {
  onMessage(message: Message): void;
  /** The connection is lost; changes until the next one are missed. */
  onDisconnect(error: Error | null): void;
}

/**
 * Reads the changes of a publication's tables, from now on, with PostgreSQL's own `pgoutput`. The slot is
 * temporary: it ends with the connection, so a dead process holds back no log.
 */
export const openReplication = async (
  connection: ConnectionOptions,
  publication: string,
  { onMessage, onDisconnect }: ReplicationHandlers,
): Promise<Replication> => {
  const options = { ...connection, ...CONNECTION_TIMEOUTS, replication: "database" };
  const client = new pg.Client(options as pg.ClientConfig);
  const wire = client.connection;
  let seen = 0n;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  const finish = (error: Error | null): void => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    wire.stream.destroy();
    onDisconnect(error);
  };

  const confirm = (): void => {
    if (ended) return;
    const status = Buffer.alloc(34);
    status.write("r", 0);
    // Written, flushed and applied: a change that was read once is not needed again.
    for (const at of [1, 9, 17]) status.writeBigUInt64BE(seen, at);
    status.writeBigInt64BE(BigInt(Date.now()) * 1000n - EPOCH, 25);
    wire.sendCopyFromChunk(status);
  };

  const receive = (chunk: Buffer): void => {
    const kind = chunk[0];
    if (kind === 0x77) {
      const upTo = chunk.readBigUInt64BE(1);
      if (upTo > seen) seen = upTo;
      const message = readMessage(chunk.subarray(25));
      if (message) onMessage(message);
    } else if (kind === 0x6b) {
      const upTo = chunk.readBigUInt64BE(1);
      if (upTo > seen) seen = upTo;
      if (chunk[17] === 1) confirm();
    }
  };

  client.on("error", finish);
  client.on("end", () => finish(null));
  try {
    await client.connect();
    // These commands are parsed separately from SQL, in capitals only.
    const slot = `realtime_${randomUUID().replaceAll("-", "")}`;
    await client.query(
      `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'nothing')`,
    );
    const publications = `publication_names ${pg.escapeLiteral(pg.escapeIdentifier(publication))}`;
    client.query(
      new Stream(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', ${publications})`,
        (chunk) => {
          try {
            receive(chunk);
          } catch (error) {
            finish(error as Error);
          }
        },
        finish,
      ),
    );
    timer = setInterval(confirm, STATUS_EVERY);
  } catch (error) {
    ended = true;
    wire.stream.destroy();
    throw error;
  }

  return {
    pause: () => wire.stream.pause(),
    resume: () => wire.stream.resume(),
    async close() {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      const closed = new Promise((resolve) => wire.stream.once("close", resolve));
      wire.stream.resume();
      // The server ends the slot, then the connection.
      wire.end();
      const patience = setTimeout(() => wire.stream.destroy(), 5_000);
      await closed;
      clearTimeout(patience);
    },
  };
};
