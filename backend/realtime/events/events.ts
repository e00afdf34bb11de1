import { accessToken } from "./access-token.ts";
import { broadcast } from "./broadcast.ts";
import type { Event } from "./event.ts";
import { join } from "./join.ts";
import { leave } from "./leave.ts";
import { presence } from "./presence.ts";

const known: Record<string, Event> = {
  phx_join: join,
  phx_leave: leave,
  broadcast,
  presence,
  access_token: accessToken,
};

/** Without a prototype, because clients choose the names that are looked up. */
export const EVENTS: Readonly<Record<string, Event | undefined>> = Object.assign(
  Object.create(null),
  known,
);
