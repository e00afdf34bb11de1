import type { Run, Statement } from "./batch.ts";
import type { HttpRequest } from "./http-load.ts";
import { asPerson } from "./sql.ts";
import type { World } from "./world.ts";

/** One row of the table: the same work by the service, and by the driver without it. */
export interface Case {
  name: string;
  /** Keep-alive connections to the service. */
  connections: number;
  /** The n-th piece of work as requests, one after the other. */
  requests(n: number): HttpRequest[];
  /** As transactions for the driver; null where there is no SQL at all. */
  straight: ((n: number) => StraightWork) | null;
  /** Whether service and driver must return the same bytes. */
  same: boolean;
  /** Its rows must be taken away after each measurement, and may then be written again. */
  writes?: boolean;
  /**
   * What the bare server does for this row: keep the body in a folder, as durably as the service, or ask the
   * database the same. Else it only sends as many bytes.
   */
  bare?: { cachesIn?: string; reads?: boolean };
  /** The driver's role; the data service's own by default. */
  enters?: "authenticator" | "postgres";
}

/** Transactions, one round trip each, or work of its own on one connection. */
type StraightWork = Statement[][] | ((run: Run) => Promise<void>);

/** A call with which somebody who is signed in writes. */
export const writing = <Body extends Record<string, unknown>>(
  { anonKey }: World,
  name: string,
  who: (n: number) => World["signedIn"][number] | undefined,
  call: {
    path: string;
    body: (n: number) => Body;
    straight: (body: Body) => Statement;
    /** 201 by default. */
    status?: number;
  },
): Case => ({
  name,
  connections: 8,
  requests: (n) => [
    {
      method: "POST",
      path: `/rest/v1/${call.path}`,
      headers: { apikey: anonKey, authorization: `Bearer ${who(n)?.token}` },
      body: call.body(n),
      expect: [call.status ?? 201],
    },
  ],
  straight: (n) => [[...asPerson(who(n)?.claims ?? ""), call.straight(call.body(n))]],
  same: false,
  writes: true,
});
