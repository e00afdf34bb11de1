/** A provider's response was bad, late or missing; the message is for the log. */
export class ProviderError extends Error {}

const TIMEOUT_MS = 10_000;
const LONGEST = 512 * 1024;

/** Whether secrets may travel to the address: TLS, or this machine itself. */
export const isSafeUrl = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username || password) return false;
  if (protocol === "https:") return true;
  return protocol === "http:" && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LONGEST) throw new ProviderError(`${response.url} answered too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};

/**
 * Requests an address of a provider and returns its JSON. Follows no redirect, waits ten seconds and reads
 * half a megabyte at most. Throws ProviderError for anything but success.
 */
export const fetchProvider = async (
  url: string,
  { form, headers = {} }: { form?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<unknown> => {
  if (!isSafeUrl(url)) throw new ProviderError(`${url} is neither https nor this machine`);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: "application/json",
        // Foreign responses are never decompressed.
        "accept-encoding": "identity",
        "user-agent": "auth",
        ...headers,
      },
      body: form ? new URLSearchParams(form) : undefined,
    });
    text = await readText(response);
  } catch (cause) {
    if (cause instanceof ProviderError) throw cause;
    throw new ProviderError(`${url} did not answer`, { cause });
  }
  if (!response.ok) {
    throw new ProviderError(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new ProviderError(`${url} did not answer with JSON`);
  }
};
