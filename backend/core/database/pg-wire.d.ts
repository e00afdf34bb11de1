import "pg";

/** The parts of pg that its types omit. pg is pinned exactly for this reason; `batch.test.ts` fails when they change. */
declare module "pg" {
  interface ClientBase {
    /** The socket and its protocol; it exists from the start. */
    readonly connection: Connection;
  }
  interface Connection {
    parsedStatements: Record<string, string>;
    _send(message: Buffer): void;
    sendCopyFromChunk(chunk: Buffer): void;
    parse(query: { name?: string; text: string; types?: number[] }): void;
    bind(config: {
      portal?: string;
      statement?: string;
      values?: readonly (string | Buffer | null)[];
    }): void;
    describe(message: { type: "P" | "S"; name?: string }): void;
    execute(config: { portal?: string; rows?: number }): void;
    close(message: { type: "P" | "S"; name?: string }): void;
  }
}
