import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#backend/core/clock.ts";
import { HttpError } from "#backend/core/errors.ts";
import { readBody } from "#backend/core/http/http.ts";
import { secretAddress } from "#backend/core/http/secret-address.ts";
import { refuse } from "../errors.ts";

/**
 * GoTrue's own limits: the time for all attempts, the pause between two, the number of attempts, and the
 * size of the response.
 */
const LIMITS = { timeoutMs: 5000, pauseMs: 2000, tries: 3, longest: 200 * 1024 };

const SECRET = /^v1,whsec_([A-Za-z0-9+/=_-]{16,})$/;

/** A project's hook at an HTTP address. */
type HttpHook = (event: unknown) => Promise<unknown>;

/** Failures that prove that the hook did not receive the event: only these are tried again. */
const UNHEARD = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Whether no address of the host was reached. */
const isUnheard = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const codes = cause?.errors?.map(({ code }) => code) ?? [cause?.code];
  return codes.every((code) => UNHEARD.has(code ?? ""));
};

/** GoTrue's message for a hook that fails. */
const FAILURES: Record<number, string> = {
  400: "Invalid payload sent to hook",
  401: "Hook requires authorization token",
  429: "Service currently unavailable due to hook",
  503: "Service currently unavailable due to hook",
};

const checkType = (response: Response) => {
  const type = response.headers.get("content-type");
  if (type === null && response.status === 204) return;
  if (/^application\/json\s*(;|$)/i.test(type ?? "")) return;
  throw refuse("hook_payload_invalid_content_type", {
    message: type
      ? `Invalid JSON response. Received content-type: ${type.slice(0, 100)}`
      : "Invalid Content-Type: Missing Content-Type header",
  });
};

const read = async (response: Response, longest: number): Promise<unknown> => {
  checkType(response);
  const body = await readBody(response, longest).catch((cause: unknown) => {
    if (!(cause instanceof HttpError)) throw cause;
    const message = `Payload size exceeded size limit of ${longest} bytes`;
    throw refuse("hook_payload_over_size_limit", { message, cause });
  });
  const text = new TextDecoder().decode(body);
  if (!text.trim()) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw refuse("unexpected_failure", { message: "Error unmarshaling JSON output.", cause });
  }
};

/**
 * A hook behind an address, called according to Standard Webhooks: signed with each of the project's
 * secrets (`v1,whsec_<base64>`, separated by `|`). A repeated event has the same id. Null if the address or
 * a secret cannot be used.
 */
export const createHttpHook = (
  uri: string,
  secrets: string | null,
  clock: Clock,
  limits = LIMITS,
): HttpHook | null => {
  const url = secretAddress(uri);
  const keys = (secrets ?? "").split("|").map((secret) => SECRET.exec(secret.trim())?.[1]);
  if (!url || !keys.every((key) => key !== undefined)) return null;

  const headersFor = (id: string, body: string): Record<string, string> => {
    const timestamp = String(Math.floor(clock.now() / 1000));
    const signatures = keys.map(
      (key) =>
        `v1,${createHmac("sha256", Buffer.from(key, "base64"))
          .update(`${id}.${timestamp}.${body}`)
          .digest("base64")}`,
    );
    return {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" "),
    };
  };

  const deliver = async (event: unknown, signal: AbortSignal): Promise<unknown> => {
    const id = randomUUID();
    const body = JSON.stringify(event);
    for (let tried = 1; ; tried += 1) {
      const last = tried >= limits.tries;
      // A redirect is not followed: the event would go to an address that nobody configured.
      const request = fetch(url, {
        method: "POST",
        redirect: "manual",
        signal,
        headers: headersFor(id, body),
        body,
      });
      const response = await request.catch((cause: unknown) => {
        if (signal.aborted) throw cause;
        if (!last && isUnheard(cause)) return null;
        throw refuse("hook_timeout_after_retry", { cause });
      });
      if (response?.ok) return read(response, limits.longest);
      await response?.body?.cancel();
      const busy = response?.status === 429 || response?.status === 503;
      if (response && !(busy && response.headers.has("retry-after") && !last)) {
        const message =
          FAILURES[response.status] ??
          `Unexpected status code returned from hook: ${response.status}`;
        throw refuse("unexpected_failure", { message, cause: message });
      }
      await pause(limits.pauseMs, undefined, { signal });
    }
  };

  return (event) => {
    const signal = AbortSignal.timeout(limits.timeoutMs);
    return deliver(event, signal).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
      const seconds = (limits.timeoutMs / 1000).toFixed(6);
      const message = `Failed to reach hook within maximum time of ${seconds} seconds`;
      throw refuse("hook_timeout", { message, cause });
    });
  };
};
