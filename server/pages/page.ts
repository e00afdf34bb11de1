import type { Impression } from "#web/session/site.ts";

/** Text in a coding; others are made from it on demand. */
export interface Packed {
  body: Uint8Array<ArrayBuffer>;
  coding: "zstd" | "br";
}

/** A cached page: the part that is the same for everybody at this address. */
export interface Page extends Packed {
  status: number;
  headers: Record<string, string>;
  /** When its rendering began, in milliseconds. */
  born: number;
  /** What it shows of providers, counted each time it is sent. */
  impression?: Impression | null;
}

/** All that the form of a page depends on. */
export type Reader = Pick<Request, "headers">;
