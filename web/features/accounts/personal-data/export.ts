import { EXPORT_FAILED } from "#domain/accounts/settings-messages.ts";
import { ReadableError } from "#domain/site/faults.ts";
import type { Db } from "#web/session/database.ts";
import { refusalIn } from "#web/session/refusal.ts";
import type { SiteSettings } from "#web/session/site.ts";

/** Bytes received, and the approximate total. */
export interface Progress {
  received: number;
  size: number;
}

const requestExport = async (db: Db, settings: SiteSettings, signal: AbortSignal) => {
  const { data } = await db.auth.getSession();
  const address = settings.supabaseUrl || window.location.origin;
  return fetch(`${address}/functions/v1/export-account`, {
    method: "POST",
    headers: {
      apikey: settings.anonKey,
      authorization: `Bearer ${data.session?.access_token ?? ""}`,
    },
    signal,
  });
};

/**
 * Fetches the zip and reports its progress. The client's own `invoke` returns it only when complete.
 * @throws ReadableError with a message to show; the signal's own error if it was stopped
 */
export const exportAccount = async (
  db: Db,
  settings: SiteSettings,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<{ zip: Blob; name: string }> => {
  try {
    const response = await requestExport(db, settings, signal);
    if (!response.ok || !response.body) {
      throw (await refusalIn(response)) ?? new ReadableError(EXPORT_FAILED);
    }
    const size = Number(response.headers.get("x-export-size")) || 0;
    const parts: BlobPart[] = [];
    let received = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      received += part.value.byteLength;
      onProgress({ received, size });
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    return { zip: new Blob(parts, { type: "application/zip" }), name: name ?? "my-data.zip" };
  } catch (error) {
    if (error instanceof ReadableError || signal.aborted) throw error;
    throw new ReadableError("The connection was lost. Please try again.");
  }
};
