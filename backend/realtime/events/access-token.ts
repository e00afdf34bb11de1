import { mayRead } from "../authorization.ts";
import { callerOf, checkSocket, TokenRefused } from "../caller.ts";
import type { Event } from "./event.ts";

/** A newer token for a channel: its caller and the policies' decision are checked again. */
export const accessToken: Event = async (context, connection, message, channel) => {
  const token = message.payload.access_token;
  if (!channel || typeof token !== "string") return;
  if (token.startsWith("sb_") || token === channel.token) return;
  try {
    const caller = await callerOf(context.core, token);
    await checkSocket(context, connection, caller);
    const before = channel.mayRead;
    if (channel.config.private) {
      const denial = `You do not have permissions to read from this Channel topic: ${channel.subTopic}`;
      const now = await mayRead(context.core.api, caller, channel.subTopic).catch((error) => {
        // A policy that fails lets nobody remain.
        context.core.log.warn("realtime.policy_failed", { topic: channel.subTopic, error });
        return null;
      });
      if (!now?.broadcast && !now?.presence) return channel.shutDown(denial);
      const blinded = channel.receivesPresence && before?.presence && !now.presence;
      if ((before?.broadcast && !now.broadcast) || blinded)
        return channel.shutDown(
          `You no longer have permission to read from this Channel topic: ${channel.subTopic}`,
        );
      channel.mayRead = now;
    }
    channel.caller = caller;
    channel.token = token;
    channel.endedAt = null;
    channel.mayWrite = null;
    channel.mayStore = null;
  } catch (error) {
    if (error instanceof TokenRefused) return channel.shutDown(error.publicMessage);
    throw error;
  }
  if (channel.config.changes.length > 0 && !channel.closed)
    context.changes.announce(channel, context.changes.subscribe(channel));
};
