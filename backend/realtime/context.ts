import type { Core } from "#backend/core/core.ts";
import type { Broadcasts } from "./broadcasts.ts";
import type { Bus } from "./bus.ts";
import type { Changes } from "./changes/changes.ts";
import type { Connection } from "./connection.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Messages } from "./messages.ts";
import type { Presence } from "./presence.ts";
import type { Rooms } from "./rooms.ts";
import type { AccountSockets } from "./socket-count.ts";

/** The parts of the service that every event of a socket may need. */
export interface RealtimeContext {
  core: Core;
  connections: Set<Connection>;
  accountSockets: AccountSockets;
  rooms: Rooms;
  deliveries: Deliveries;
  bus: Bus;
  broadcasts: Broadcasts;
  presence: Presence;
  messages: Messages;
  changes: Changes;
}
