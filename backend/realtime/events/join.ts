import { mayRead } from "../authorization.ts";
import { callerOf, checkSocket, TokenRefused } from "../caller.ts";
import { Channel } from "../channel.ts";
import { readConfig } from "../config.ts";
import type { Connection } from "../connection.ts";
import type { RealtimeContext } from "../context.ts";
import type { Incoming } from "../frames.ts";
import { LIMITS } from "../limits.ts";
import type { Event } from "./event.ts";

/** Why a join is refused, in the platform's words. */
class JoinRefused extends Error {}

const tokenOf = ({ payload }: Incoming): string | null => {
  const token = payload.access_token ?? payload.user_token;
  // The newer API keys are no JWTs: they mean the key of the socket.
  return typeof token === "string" && token !== "" && !token.startsWith("sb_") ? token : null;
};

const open = async (
  context: RealtimeContext,
  connection: Connection,
  message: Incoming,
): Promise<Channel> => {
  const { topic, joinRef, payload } = message;
  if (topic === "realtime:")
    throw new JoinRefused("TopicNameRequired: You must provide a topic name");
  if (!topic.startsWith("realtime:") || Buffer.byteLength(topic) > LIMITS.topic)
    throw new JoinRefused("unmatched topic");
  if (connection.channels.size >= LIMITS.channels)
    throw new JoinRefused("ChannelRateLimitReached: Too many channels");
  const config = readConfig(payload);
  const token = tokenOf(message);
  const caller = await callerOf(context.core, token ?? connection.key);
  await checkSocket(context, connection, caller);
  const channel = new Channel(connection, { topic, joinRef, config, caller, token });
  if (config.broadcast.replay && !config.private)
    throw new JoinRefused("UnableToReplayMessages: Replay is not allowed for public channels");
  if (config.private) {
    const denial = `Unauthorized: You do not have permissions to read from this Channel topic: ${channel.subTopic}`;
    channel.mayRead = await mayRead(context.core.api, caller, channel.subTopic).catch((error) => {
      // A policy that fails admits nobody.
      context.core.log.warn("realtime.policy_failed", { topic: channel.subTopic, error });
      throw new JoinRefused(denial);
    });
    const { broadcast, presence } = channel.mayRead;
    if (!broadcast && !presence) throw new JoinRefused(denial);
    if (config.broadcast.replay && !broadcast) throw new JoinRefused(denial);
  }
  return channel;
};

/** Admits a socket to a channel: checks the caller, responds, and then sends the stored messages. */
export const join: Event = async (context, connection, message, before) => {
  // As in Phoenix: a client that joins again starts afresh.
  if (before) connection.closeChannel(before);
  let channel: Channel;
  let subscribed: Promise<string | null>;
  try {
    channel = await open(context, connection, message);
    subscribed = context.changes.subscribe(channel);
    if (channel.config.wait && channel.config.changes.length > 0) {
      const refusal = await subscribed;
      if (refusal !== null) {
        connection.drop(channel);
        throw new JoinRefused(`RealtimeDisabledForConfiguration: ${refusal}`);
      }
    }
  } catch (error) {
    if (error instanceof TokenRefused)
      return connection.reply(message, "error", { reason: `${error.code}: ${error.message}` });
    if (error instanceof JoinRefused)
      return connection.reply(message, "error", { reason: error.message });
    throw error;
  }
  if (!connection.isOpen) return connection.drop(channel);
  connection.channels.set(channel.topic, channel);
  context.rooms.enter(channel);
  connection.reply(message, "ok", { postgres_changes: context.changes.bindings(channel) });
  if (channel.config.broadcast.replay) await context.messages.replay(channel);
  context.presence.sync(channel);
  if (channel.config.broadcast.replicationReady)
    channel.system("system", "ok", "Replication connection established");
  if (channel.config.changes.length > 0) context.changes.announce(channel, subscribed);
};
