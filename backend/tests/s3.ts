import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, request as send } from "node:http";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";
import type { S3Options } from "#backend/storage/files/bucket.ts";
import { listening } from "#backend/tests/listening.ts";

const SECRET = "S3RVER";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) =>
  createHmac("sha256", key).update(data).digest();

const encoded = (part: string) =>
  encodeURIComponent(decodeURIComponent(part)).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Amazon's signature (version 4), worked out anew from what has arrived. */
const isSigned = ({ method, url = "/", headers }: IncomingMessage, body: Buffer): boolean => {
  const found =
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? "",
    );
  if (!found) return false;
  const [, day = "", region = "", names = "", signature] = found;
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== "UNSIGNED-PAYLOAD" && hash !== sha256(body)) return false;
  const [path = "", query = ""] = url.split("?");
  const parameters = query.split("&").filter(Boolean);
  const canonical = [
    method,
    path.split("/").map(encoded).join("/"),
    parameters
      .map((each) => each.split("=").map(encoded).join("="))
      .sort()
      .join("&"),
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names,
    hash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, text).toString("hex") === signature;
};

/**
 * An object storage on this machine: `s3rver`, which does not look at signatures of version 4, behind
 * a gate that does.
 */
export const startS3 = async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), "s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: "files" }],
  });
  const { port: inner } = await server.run();
  const gate = await listening(
    createServer(async (request, response) => {
      const body = await buffer(request);
      if (!isSigned(request, body)) {
        response.writeHead(403).end("<Error><Code>SignatureDoesNotMatch</Code></Error>");
        return;
      }
      const { method, url, headers } = request;
      send({ host: "127.0.0.1", port: inner, method, path: url, headers }, (upstream) => {
        response.writeHead(upstream.statusCode ?? 500, upstream.headers);
        upstream.pipe(response);
      }).end(body);
    }),
  );
  const options: S3Options = {
    endpoint: gate.url,
    bucket: "files",
    region: "eu-west-2",
    accessKeyId: "S3RVER",
    secretAccessKey: SECRET,
  };
  const close = async () => {
    await gate.close();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { options, directory, close };
};
