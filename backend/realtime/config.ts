import { isRecord } from "./frames.ts";
import { LIMITS } from "./limits.ts";

/** A table whose changes a channel wants, as written. */
export type Binding = Record<string, unknown>;

/** The parameters of a join. */
export interface ChannelConfig {
  private: boolean;
  broadcast: {
    ack: boolean;
    self: boolean;
    /** Milliseconds since the epoch, and the most messages. */
    replay: { since: number; limit: number } | null;
    replicationReady: boolean;
  };
  presence: { enabled: boolean; key: string | null };
  changes: Binding[];
  /** Whether the response waits until changes arrive. */
  wait: boolean;
}

const tableOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const whole = (value: unknown, otherwise: number, most: number): number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0
    ? Math.min(Math.floor(value), most)
    : otherwise;

/** Parses a join's `config`; a value that is missing or of another type has the platform's default. */
export const readConfig = (payload: Record<string, unknown>): ChannelConfig => {
  const config = tableOf(payload.config);
  const broadcast = tableOf(config.broadcast);
  const presence = tableOf(config.presence);
  const replay = isRecord(broadcast.replay) ? broadcast.replay : null;
  const changes = Array.isArray(config.postgres_changes) ? config.postgres_changes : [];
  const { key } = presence;
  return {
    private: config.private === true,
    broadcast: {
      ack: broadcast.ack === true,
      self: broadcast.self === true,
      replay: replay && {
        since: whole(replay.since, 0, Number.MAX_SAFE_INTEGER),
        limit: whole(replay.limit, 25, 25),
      },
      replicationReady: broadcast.replication_ready === true,
    },
    presence: {
      // Older clients send only their own key, and receive the others.
      enabled: isRecord(config.presence) && presence.enabled !== false,
      key: typeof key === "string" && key !== "" && key.length <= 255 ? key : null,
    },
    changes: changes.filter(isRecord).slice(0, LIMITS.bindings),
    wait: tableOf(config.postgres_changes_options).wait === true,
  };
};
