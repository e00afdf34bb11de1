import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A process with nothing but node:http: for `/<name>` it answers as many bytes as it was told for that
 * name, which is what a process can answer that does no work at all.
 */
const answers = new Map<string, { status: number; body: Buffer }>();

const server = createServer((request, response) => {
  const answer = answers.get(decodeURIComponent((request.url ?? "/").slice(1)));
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  // A body is read to its end, as any server has to.
  request.resume().once("end", () => {
    response
      .writeHead(answer.status, {
        "content-type": "application/json; charset=utf-8",
        "content-length": answer.body.length,
      })
      .end(answer.body);
  });
});

process.on("message", ({ name, status, size }: { name: string; status: number; size: number }) => {
  answers.set(name, { status, body: Buffer.alloc(size, "x") });
});
process.on("disconnect", () => process.exit(0));

server.listen(0, "127.0.0.1", () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
