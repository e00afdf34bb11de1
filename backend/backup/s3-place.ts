import { hash } from "node:crypto";
import {
  discard,
  failure,
  openBucket,
  type S3Options,
  soon,
} from "#backend/storage/files/bucket.ts";
import { type BackupPlace, MANIFEST } from "./place.ts";

/** Milliseconds for a part of some megabytes on a slow line. */
const PATIENCE = 10 * 60_000;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const textOf = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|(\w+));/g, (whole, code, name) =>
    code ? String.fromCodePoint(Number(code)) : (ENTITIES[name] ?? whole),
  );

const allOf = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map(([, text = ""]) => textOf(text));

/** Backups in a bucket, below a prefix: `s3://bucket/prefix`. */
export const s3Place = (address: string, options: Omit<S3Options, "bucket">): BackupPlace => {
  const [, bucket = "", path = ""] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? [];
  const prefix = path.replace(/\/+$/, "");
  const below = (name: string) => (prefix === "" ? name : `${prefix}/${name}`);
  const { root, urlOf, request } = openBucket({ ...options, bucket });

  /** Every page of a listing. */
  async function* list(query: Record<string, string>): AsyncGenerator<string> {
    let token: string | undefined;
    do {
      const parameters = Object.entries({
        "list-type": "2",
        ...query,
        ...(token ? { "continuation-token": token } : {}),
      });
      // A space is %20 in what is signed, and URLSearchParams would make it a plus sign.
      const search = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      const response = await request("GET", `${root}/?${search.join("&")}`, soon());
      if (!response.ok) throw await failure("LIST", response);
      const page = await response.text();
      yield page;
      [token] = allOf(page, /<NextContinuationToken>([^<]*)</g);
    } while (token);
  }

  const remove = async (key: string): Promise<void> => {
    const response = await request("DELETE", urlOf(key), soon());
    if (!response.ok && response.status !== 404) throw await failure("DELETE", response);
    await discard(response);
  };

  return {
    address,

    async folders() {
      const start = prefix === "" ? "" : `${prefix}/`;
      const names: string[] = [];
      for await (const page of list({ prefix: start, delimiter: "/" }))
        for (const each of allOf(page, /<CommonPrefixes><Prefix>([^<]*)</g))
          names.push(each.slice(start.length).replace(/\/$/, ""));
      return names;
    },

    async put(name, bytes) {
      const response = await request("PUT", urlOf(below(name)), {
        body: Buffer.from(bytes),
        headers: {
          "content-type": "application/octet-stream",
          "x-amz-content-sha256": hash("sha256", bytes, "hex"),
        },
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (!response.ok) throw await failure("PUT", response);
      await discard(response);
    },

    async get(name) {
      const response = await request("GET", urlOf(below(name)), {
        headers: { "accept-encoding": "identity" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      if (response.status === 404) {
        await discard(response);
        return null;
      }
      if (!response.ok) throw await failure("GET", response);
      return Buffer.from(await response.arrayBuffer());
    },

    async remove(folder) {
      await remove(below(`${folder}/${MANIFEST}`));
      for await (const page of list({ prefix: below(`${folder}/`) }))
        for (const key of allOf(page, /<Key>([^<]*)</g)) await remove(key);
    },
  };
};
