import { json } from "#backend/kernel/http.ts";
import type { Service } from "#backend/kernel/kernel.ts";
import { refuseUpgrade } from "#backend/kernel/upgrade.ts";

const MESSAGE = "Realtime is turned off in this project's config.toml";

/** Stands at `/realtime/v1` where config.toml has `[realtime] enabled = false`, and says so. */
export const realtimeTurnedOff: Service = {
  fetch: async () => json({ error: MESSAGE, message: MESSAGE }, 403),
  upgrade(_request, socket) {
    refuseUpgrade(socket, 403, MESSAGE);
    return true;
  },
  async close() {},
};
