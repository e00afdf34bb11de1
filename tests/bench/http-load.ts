import { connect, type Socket } from "node:net";

/** A request as the bytes that go over the wire. */
interface Wired {
  bytes: Buffer;
  /** The statuses that count as success; anything else ends the run. */
  expect: readonly number[];
}

export interface HttpRequest {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Bytes as they are, anything else as JSON. */
  body?: unknown;
  /** 200 by default. */
  expect?: readonly number[];
}

const OK = [200] as const;

/** A body as it is sent. */
export const contentOf = (body: unknown): Buffer<ArrayBuffer> =>
  Buffer.from(body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body));

/** Writes a request out once, so that sending it costs a single write. */
export const wire = (
  host: string,
  { method = "GET", path, headers, body, expect }: HttpRequest,
): Wired => {
  const content = body === undefined ? null : body instanceof Uint8Array ? body : contentOf(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(content && !headers?.["content-type"] ? ["content-type: application/json"] : []),
    ...(content ? [`content-length: ${content.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return { bytes: content ? Buffer.concat([head, content]) : head, expect: expect ?? OK };
};

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/** A keep-alive connection that has one request under way at a time. */
export interface HttpConnection {
  /** Sends and waits for the whole response; returns its size with its head, in bytes. */
  send(request: Wired): Promise<number>;
  /** How many responses so far came from a cache: they have an `Age`. */
  reused(): number;
  close(): void;
}

/**
 * A client that does no more than it must: it finds the end of the response (content-length or the
 * last chunk) and checks the status. On two cores every microsecond of the generator is taken from
 * what is measured.
 */
export const openConnection = async (port: number): Promise<HttpConnection> => {
  const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  let under: {
    request: Wired;
    resolve: (size: number) => void;
    reject: (e: Error) => void;
  } | null = null;
  let head = "";
  let length = -1;
  let seen = 0;
  let tail = "";
  let status = 0;
  let reused = 0;

  const fail = (error: Error) => {
    const waiting = under;
    under = null;
    waiting?.reject(error);
    socket.destroy();
  };
  const finish = (last: Buffer) => {
    const waiting = under;
    if (!waiting) return;
    if (!waiting.request.expect.includes(status)) {
      const headText = last.toString("utf8").slice(0, 600);
      fail(
        new Error(
          `${status} for ${waiting.request.bytes.toString("utf8").slice(0, 200)}\n${headText}`,
        ),
      );
      return;
    }
    under = null;
    const size = seen;
    head = "";
    tail = "";
    seen = 0;
    waiting.resolve(size);
  };
  const readHead = (chunk: Buffer): boolean => {
    head += chunk.toString("latin1");
    const end = head.indexOf(HEAD_END);
    if (end < 0) return false;
    status = Number(head.slice(9, 12));
    if (/\r\nage: /i.test(head.slice(0, end))) reused += 1;
    const lengthHeader = /\r\ncontent-length: *(\d+)/i.exec(head.slice(0, end));
    const bodiless = status === 204 || status === 304;
    length = lengthHeader ? end + 4 + Number(lengthHeader[1]) : bodiless ? end + 4 : -1;
    tail = head.slice(-LAST_CHUNK.length);
    return true;
  };
  socket.on("data", (chunk) => {
    const inHead = tail === "";
    seen += chunk.length;
    if (inHead) {
      if (!readHead(chunk)) return;
    } else if (length < 0) {
      tail = (tail + chunk.subarray(-LAST_CHUNK.length).toString("latin1")).slice(
        -LAST_CHUNK.length,
      );
    }
    if (length >= 0 ? seen >= length : tail === LAST_CHUNK) finish(chunk);
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("The server closed the connection")));

  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error("The connection is closed"));
          return;
        }
        under = { request, resolve, reject };
        socket.write(request.bytes);
      }),
    reused: () => reused,
    close: () => {
      under = null;
      socket.removeAllListeners("close");
      socket.destroy();
    },
  };
};
