import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Backend } from "supabase-compatible-backend";
import { type Dependencies, untilAborted } from "supabase-compatible-backend/core";
import type { Database } from "#supabase/database.ts";
import { currentRequestId, signalFor } from "./current-work.ts";
import { currentDependencies } from "./pages/page-dependencies.ts";

/**
 * Makes the site's own clients of the API: of the backend in this process, without a socket, or of a real Supabase.
 * `caller` is the address in whose name a client calls.
 */
export const createApiClients = (url: string, backend: Backend | null) => {
  const callBackend =
    ({ fetch: serve }: Backend, caller?: string) =>
    (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const signal = signalFor(init?.signal);
      const page = currentDependencies();
      const addToPage = page?.expect();
      const parts: Dependencies[] = [];
      const response = serve(new Request(input, { ...init, signal }), {
        ip: caller ?? "127.0.0.1",
        requestId: currentRequestId(),
        isDisconnected: signal ? () => signal.aborted : undefined,
        // A posted form counts as its sender's own request.
        shared: caller === undefined,
        onDependencies: (part) => parts.push(part),
        caughtUp: page?.current,
      }).finally(() => addToPage?.(parts[0] ?? null));
      return signal ? untilAborted(response, signal) : response;
    };

  return (key: string, caller?: string): SupabaseClient<Database> =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // Its own retries, seven seconds in all, would continue for pages that nobody waits for.
      db: { retry: false },
      ...(backend && { global: { fetch: callBackend(backend, caller) } }),
    });
};
