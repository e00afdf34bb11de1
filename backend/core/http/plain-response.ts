import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

import { StoredFile } from "./stored-file.ts";

type WholeBody = string | Uint8Array<ArrayBuffer> | null;
export type PlainBody = WholeBody | Readable;

export interface PlainInit {
  status?: number;
  /** The reason in the status line; HTTP's default for the status if omitted. */
  statusText?: string;
  /** Names in lower case. */
  headers?: Record<string, string>;
}

/** As Node's Response decodes it: without a byte order mark, and with no half of a character. */
const decoded = (body: string | Uint8Array<ArrayBuffer>): string =>
  typeof body === "string"
    ? body.toWellFormed().replace(/^\uFEFF/, "")
    : new TextDecoder().decode(body);

/**
 * A Response whose whole body is available, or is a Node stream. Node's own Response makes a stream and a
 * checked list of headers each time, which costs more than the rest of a small response. This class makes
 * them only on demand, and `send` writes to a connection without them.
 */
export class PlainResponse implements Response {
  readonly status: number;
  readonly statusText: string;
  readonly redirected = false;
  readonly type = "default";
  readonly url = "";
  readonly #body: PlainBody;
  #plain: Record<string, string> | null;
  #headers: Headers | null = null;
  #full: Response | null = null;
  /** Whether the body was read as text, without Node's Response. */
  #read = false;

  constructor(body: PlainBody, { status = 200, statusText = "", headers = {} }: PlainInit = {}) {
    this.status = status;
    this.statusText = statusText;
    this.#body = body;
    this.#plain = { ...headers };
    if (typeof body === "string") this.#plain["content-type"] ??= "text/plain;charset=UTF-8";
  }

  /** As in `headers`, without creating them. */
  has(name: string): boolean {
    return this.#plain ? Object.hasOwn(this.#plain, name) : this.headers.has(name);
  }

  /** As in `headers`, without creating them. */
  get(name: string): string | null {
    return this.#plain ? (this.#plain[name] ?? null) : this.headers.get(name);
  }

  /** As in `headers`, without creating them. */
  set(name: string, value: string): void {
    if (this.#plain) this.#plain[name] = value;
    else this.headers.set(name, value);
  }

  /** The original body, while it is whole and nobody has begun to read it or used `headers`. */
  get parts(): { headers: Record<string, string>; body: WholeBody } | null {
    if (!this.#plain || this.#full || this.#read || this.#body instanceof Readable) return null;
    return { headers: this.#plain, body: this.#body };
  }

  /** Writes the response; returns false and writes nothing if somebody has begun to read it. */
  send(outgoing: ServerResponse): boolean {
    if (this.#full || this.#read) return false;
    const headers: OutgoingHttpHeaders = this.#plain ?? Object.fromEntries(this.headers);
    // The only header that may occur several times without being one list.
    const cookies = this.#headers?.getSetCookie() ?? [];
    if (cookies.length > 0) headers["set-cookie"] = cookies;
    if (this.#body instanceof Readable) {
      outgoing.writeHead(this.status, this.statusText || undefined, headers);
      // A caller who hangs up stops the reading. A body that breaks off closes the connection, so that the
      // caller notices.
      if (this.#body instanceof StoredFile) void this.#body.sendTo(outgoing);
      else pipeline(this.#body, outgoing, () => {});
      return true;
    }
    if (this.#body !== null) headers["content-length"] ??= Buffer.byteLength(this.#body);
    outgoing.writeHead(this.status, this.statusText || undefined, headers);
    outgoing.end(this.#body ?? undefined);
    return true;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(this.#plain ?? {});
    this.#plain = null;
    return this.#headers;
  }

  /** Node's own Response, with the body as a stream. */
  get #whole(): Response {
    const { status, statusText, headers } = this;
    const body =
      this.#body instanceof Readable
        ? (Readable.toWeb(this.#body) as NodeReadableStream<unknown> as ReadableStream<Uint8Array>)
        : this.#body;
    if (!this.#full) {
      this.#full = new Response(body, { status, statusText, headers });
      // Used up, as it would be if it had been read itself.
      if (this.#read) void this.#full.text();
    }
    return this.#full;
  }

  get body() {
    return this.#body === null ? null : this.#whole.body;
  }
  get bodyUsed() {
    return this.#read || (this.#full?.bodyUsed ?? false);
  }
  arrayBuffer() {
    return this.#whole.arrayBuffer();
  }
  blob() {
    return this.#whole.blob();
  }
  bytes() {
    return this.#whole.bytes();
  }
  clone() {
    return this.#whole.clone() as Response;
  }
  formData() {
    return this.#whole.formData();
  }
  json() {
    return this.#whole.json();
  }
  /** The body as text; of a whole one without Node's Response, whose stream costs more than the text. */
  text() {
    const body = this.#body;
    if (this.#full || this.#read || body === null || body instanceof Readable)
      return this.#whole.text();
    this.#read = true;
    return Promise.resolve(decoded(body));
  }
}
// Makes `instanceof Response` true.
Object.setPrototypeOf(PlainResponse.prototype, Response.prototype);
