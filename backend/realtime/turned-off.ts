import type { Service } from "#backend/core/core.ts";
import { json } from "#backend/core/http/http.ts";
import { refuseUpgrade } from "#backend/core/http/upgrade.ts";

const MESSAGE = "Realtime is turned off in this project's config.toml";

/** The response of `/realtime/v1` if config.toml has `[realtime] enabled = false`. */
export const realtimeTurnedOff: Service = {
  fetch: async () => json({ error: MESSAGE, message: MESSAGE }, 403),
  upgrade(_request, socket) {
    refuseUpgrade(socket, 403, MESSAGE);
    return true;
  },
  async close() {},
};
