import { checkCaller, TokenRefused } from "./caller.ts";
import type { Channel } from "./channel.ts";
import type { RealtimeContext } from "./context.ts";
import { isRecord } from "./frames.ts";

/** Channels that are checked at once. */
const PARALLEL_CHECKS = 4;

/** The sessions that ended, from a line of the database; null for another kind of line. */
export const endedSessionsIn = (line: string): Set<string> | null => {
  const parsed: unknown = JSON.parse(line);
  const ended = isRecord(parsed) ? parsed.ended_sessions : undefined;
  return Array.isArray(ended) ? new Set(ended.map(String)) : null;
};

/**
 * Silences the channels of ended sessions, if the project's function for every request refuses their tokens
 * now; a moment later they are closed (`Connection.inspect`). Without ids, every channel of a session is
 * checked, for use after a gap in listening to the database.
 */
export const stopEndedSessions = async (
  { core, connections }: Pick<RealtimeContext, "core" | "connections">,
  ids: ReadonlySet<string> | null,
): Promise<void> => {
  if (core.project.config.api.preRequest === null) return;
  const channels = [...connections]
    .flatMap((connection) => [...connection.channels.values()])
    .filter(({ caller: { claims } }) => {
      const session = claims.session_id;
      return typeof session === "string" && (ids === null || ids.has(session));
    });
  const recheck = async (channel: Channel) => {
    const { caller } = channel;
    try {
      await checkCaller(core, caller);
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      if (channel.caller === caller) channel.endedAt ??= core.clock.now();
    }
  };
  let next = 0;
  const worker = async () => {
    for (let channel = channels[next++]; channel; channel = channels[next++])
      await recheck(channel);
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_CHECKS, channels.length) }, worker));
};
