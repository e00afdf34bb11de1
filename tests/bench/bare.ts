import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * A process with nothing but node:http: for `/<name>` it answers as many bytes as it was told for that
 * name, which is what a process can answer that does no work at all.
 */

/** What is sent for a name; with a folder, a body is first kept there. */
export interface BareAnswer {
  name: string;
  status: number;
  /** Bytes. */
  size: number;
  folder?: string | undefined;
}

const answers = new Map<string, BareAnswer & { body: Buffer }>();

/** As durable as storage keeps a file, by Node's own streams. */
const keep = async (request: IncomingMessage, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `${randomUUID()}.part`);
  await pipeline(request, createWriteStream(draft, { flags: "wx", flush: true }));
  await rename(draft, draft.slice(0, -".part".length));
  const names = await open(folder, "r");
  await names.sync().finally(() => names.close());
};

/** A body is read to its end, as any server has to. */
const readBody = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => request.resume().once("end", resolve));

const server = createServer(async (request, response) => {
  const answer = answers.get(decodeURIComponent((request.url ?? "/").slice(1)));
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  await (answer.folder ? keep(request, answer.folder) : readBody(request));
  response
    .writeHead(answer.status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": answer.body.length,
    })
    .end(answer.body);
});

process.on("message", (answer: BareAnswer) => {
  answers.set(answer.name, { ...answer, body: Buffer.alloc(answer.size, "x") });
});
process.on("disconnect", () => process.exit(0));

server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
