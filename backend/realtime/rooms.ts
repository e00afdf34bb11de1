import type { Channel } from "./channel.ts";

/** The joined channels of this process, by topic. */
export class Rooms {
  readonly #rooms = new Map<string, Set<Channel>>();

  enter(channel: Channel): void {
    const room = this.#rooms.get(channel.room);
    if (room) room.add(channel);
    else this.#rooms.set(channel.room, new Set([channel]));
  }

  leave(channel: Channel): void {
    const room = this.#rooms.get(channel.room);
    if (room?.delete(channel) && room.size === 0) this.#rooms.delete(channel.room);
  }

  members(room: string): ReadonlySet<Channel> {
    return this.#rooms.get(room) ?? NOBODY;
  }
}

const NOBODY: ReadonlySet<Channel> = new Set();
