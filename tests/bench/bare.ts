import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { Batch, DRIVER_CONNECTIONS, type Run } from "./batch.ts";
import type { Case } from "./case.ts";
import { cases } from "./cases.ts";
import type { World } from "./world.ts";

/**
 * The least that a process of Node can do for a row: for `/<name>?<n>.<part>` it sends as many bytes as it
 * got for that name. Where the row says so it stores the body, or asks the database what the
 * n-th piece of work asks; it never looks at who is asking, or for what.
 */

/** The response for a name. */
export interface BareResponse {
  name: string;
  status: number;
  /** Bytes. */
  size: number;
}

const responses = new Map<string, BareResponse & { body: Buffer }>();
let work: Map<string, Case> = new Map();
let run: Run;

/** As many connections of the driver as the service keeps, each with one question at a time. */
const openDriver = async ({ socket }: World): Promise<Run> => {
  const idle: pg.Client[] = [];
  const waiting: ((client: pg.Client) => void)[] = [];
  for (let index = 0; index < DRIVER_CONNECTIONS; index++) {
    const client = new pg.Client({ host: socket, user: "authenticator", database: "postgres" });
    await client.connect();
    idle.push(client);
  }
  return async (statements) => {
    const client = idle.pop() ?? (await new Promise<pg.Client>((free) => waiting.push(free)));
    try {
      return await client.query(new Batch(statements)).done;
    } finally {
      const next = waiting.shift();
      if (next) next(client);
      else idle.push(client);
    }
  };
};

/** As durable as storage keeps a file, by Node's own streams. */
const save = async (request: IncomingMessage, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, `${randomUUID()}.part`);
  await pipeline(request, createWriteStream(draft, { flags: "wx", flush: true }));
  await rename(draft, draft.slice(0, -".part".length));
  const names = await open(folder, "r");
  await names.sync().finally(() => names.close());
};

/** The database's response to a part of the n-th piece of work. */
const fetchCase = async (each: Case, which = ""): Promise<Buffer> => {
  const [n = 0, part = 0] = which.split(".").map(Number);
  const transactions = each.straight?.(n);
  const statements = Array.isArray(transactions) ? transactions[part] : undefined;
  if (!statements) throw new Error(`${each.name} asks nothing for ${which}`);
  return Buffer.from((await run(statements)) ?? "");
};

const server = createServer(async (request, response) => {
  const [address = "", which] = (request.url ?? "/").slice(1).split("?");
  const stored = responses.get(decodeURIComponent(address));
  const each = stored && work.get(stored.name);
  if (!stored || !each) {
    response.writeHead(404).end();
    return;
  }
  const { bare } = each;
  if (bare?.cachesIn) await save(request, bare.cachesIn);
  else await once(request.resume(), "end");
  const body = bare?.reads ? await fetchCase(each, which) : stored.body;
  response
    .writeHead(stored.status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": body.length,
    })
    .end(body);
});

process.on("message", async (message: BareResponse | { world: World }) => {
  if ("world" in message) {
    work = new Map(cases(message.world).map((each) => [each.name, each]));
    run = await openDriver(message.world);
    process.send?.({});
  } else responses.set(message.name, { ...message, body: Buffer.alloc(message.size, "x") });
});
process.on("disconnect", () => process.exit(0));

server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
