import type { Endpoint } from "../context.ts";
import { limitFlows } from "../limits/limits.ts";
import { NO_STORE } from "../sessions/sessions.ts";
import { markBrowser, requestedProvider, startFlow } from "./oauth-flow.ts";

/** GET /authorize?provider=…: sends the browser to the provider, which returns it to /callback. */
export const authorize: Endpoint = async (auth, call) => {
  await limitFlows(auth, call.ip);
  const { url, state } = await startFlow(auth, call, requestedProvider(auth, call), null);
  return new Response(null, {
    status: 302,
    headers: { location: url, "set-cookie": markBrowser(auth, state), ...NO_STORE },
  });
};
