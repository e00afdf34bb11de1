import { createHmac, randomUUID } from "node:crypto";
import type { Clock } from "#backend/kernel/clock.ts";

/** GoTrue's own limit. */
const TIMEOUT_MS = 5000;
const LONGEST = 200 * 1024;

const SECRET = /^v1,whsec_([A-Za-z0-9+/=_-]{16,})$/;

/** A project's hook at an address. */
type HttpHook = (event: unknown) => Promise<unknown>;

/** Where the hook is; null for what a secret must not travel to. */
const addressOf = (uri: string): URL | null => {
  if (!URL.canParse(uri)) return null;
  const url = new URL(uri);
  // What the CLI's containers call the machine is the machine itself here.
  if (url.hostname === "host.docker.internal") url.hostname = "127.0.0.1";
  const own = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && own) ? url : null;
};

/**
 * A hook behind an address, asked as Standard Webhooks has it: signed with each of the project's secrets
 * (`v1,whsec_<base64>`, parted by `|`). Null when the address or a secret cannot be used.
 */
export const createHttpHook = (
  uri: string,
  secrets: string | null,
  clock: Clock,
): HttpHook | null => {
  const url = addressOf(uri);
  const keys = (secrets ?? "").split("|").map((secret) => SECRET.exec(secret.trim())?.[1]);
  if (!url || !keys.every((key) => key !== undefined)) return null;
  return async (event) => {
    const id = randomUUID();
    const timestamp = String(Math.floor(clock.now() / 1000));
    const body = JSON.stringify(event);
    const signatures = keys.map(
      (key) =>
        `v1,${createHmac("sha256", Buffer.from(key, "base64"))
          .update(`${id}.${timestamp}.${body}`)
          .digest("base64")}`,
    );
    const response = await fetch(url, {
      method: "POST",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatures.join(" "),
      },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The hook answered ${response.status}`);
    if (text.length > LONGEST) throw new Error("The hook answered too much");
    return text.trim() ? (JSON.parse(text) as unknown) : null;
  };
};
