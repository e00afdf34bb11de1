import { seconds } from "#backend/core/clock.ts";
import type { Core } from "#backend/core/core.ts";
import { isSchemaReload, SCHEMA_CHANNEL } from "#backend/core/database/schema-channel.ts";
import type { Channel } from "../channel.ts";
import type { Binding } from "../config.ts";
import { createFeed } from "./feed.ts";
import { createIsolatedQuery } from "./isolated-query.ts";
import { deliver } from "./payload.ts";
import { Registry } from "./registry.ts";
import {
  isVisible,
  type Subscription,
  SubscriptionError,
  subscriptionsOf,
} from "./subscriptions.ts";
import { type Column, createTables, type TableView } from "./tables.ts";
import { type Change, type Question, type Sighting, waitForCommit } from "./visibility.ts";

/** As on the hosted platform: this publication decides which tables are reported. */
const PUBLICATION = "supabase_realtime";

/** Changes checked together, and queries to the database at once. */
const BATCH = 200;
const PARALLEL_CHECKS = 3;

const columnsOf = (view: TableView, select: readonly string[] | null = null): Column[] =>
  select ? view.columns.filter(({ name }) => select.includes(name)) : view.columns;

export interface Changes {
  /** Starts to send a channel the changes that its bindings request; a text says why it cannot. */
  subscribe(channel: Channel): Promise<string | null>;
  /** The channel's bindings with the ids by which events name them. */
  bindings(channel: Channel): Binding[];
  /** Reports the state of its subscription to the channel. */
  announce(channel: Channel, subscribed: Promise<string | null>): void;
  close(): Promise<void>;
}

/** Changes of published tables, each row read as its subscriber. */
export const createChanges = async (core: Core): Promise<Changes> => {
  const { db, api, clock, log } = core;
  const tables = createTables(db, PUBLICATION, clock.now);
  const registry = new Registry();
  const ids = new WeakMap<Channel, number[]>();
  /** Channels whose subscriptions are removed when they close. */
  const known = new WeakSet<Channel>();
  let lastId = 0;
  const onNotify = (payload: string) => {
    if (isSchemaReload(payload)) tables.invalidate();
  };
  const listening = await db.listen(SCHEMA_CHANNEL, onNotify, tables.invalidate);

  const idsOf = (channel: Channel): number[] => {
    const given = ids.get(channel);
    if (given) return given;
    const byText = new Map<string, number>();
    const made = channel.config.changes.map((binding) => {
      const text = JSON.stringify(binding);
      const id = byText.get(text) ?? ++lastId;
      byText.set(text, id);
      return id;
    });
    ids.set(channel, made);
    return made;
  };

  const refuse = (subscriptions: readonly Subscription[], reason: string): void => {
    for (const subscription of subscriptions) {
      registry.drop(subscription);
      const { schema, table, channel } = subscription;
      channel.system(
        "postgres_changes",
        "error",
        `Unable to subscribe to changes with given parameters. ${reason}: [schema: ${schema}, table: ${table}]`,
      );
    }
  };

  /** Ends a subscription that filters by a column that no longer exists, or is no longer granted. */
  const hasLostFilter = (subscription: Subscription, view: TableView): boolean => {
    const lost = subscription.filters.find(
      ({ column }) => !view.columns.some(({ name }) => name === column.name),
    );
    if (!lost) return false;
    refuse([subscription], `invalid column for filter ${lost.column.name}`);
    return true;
  };

  /** The queries for a batch: one for each table, set of rights and set of columns. */
  const questionsOf = async (batch: readonly Change[]): Promise<Question[]> => {
    const questions = new Map<string, Question>();
    const second = seconds(clock);
    for (const change of batch) {
      const { schema, table, id } = change.relation;
      const isDeleted = change.operation === "DELETE";
      for (const subscription of registry.concerned(change)) {
        const { channel, caller, callerKey, select } = subscription;
        if (channel.closed || !channel.isValid(second)) continue;
        const key = JSON.stringify([id, isDeleted, isDeleted ? caller.role : callerKey, select]);
        let question = questions.get(key);
        if (!question) {
          const view = await tables.view(schema, table, caller.role);
          if (!isVisible(view)) continue;
          if (!isDeleted && hasLostFilter(subscription, view)) continue;
          const columns = columnsOf(view, select);
          question = { view, isDeleted, caller, columns, changes: [], subscriptions: [] };
          questions.set(key, question);
        } else if (!isDeleted && hasLostFilter(subscription, question.view)) continue;
        if (question.changes.at(-1) !== change) question.changes.push(change);
        if (!question.subscriptions.includes(subscription))
          question.subscriptions.push(subscription);
      }
    }
    return [...questions.values()];
  };

  const matchesEvent = ({ event }: Subscription, { operation }: Change): boolean =>
    event === "*" || event === operation;

  /** Queries the table as it is now. */
  const renew = async (question: Question): Promise<Question | null> => {
    tables.invalidate();
    const { schema, table } = question.view;
    const view = await tables.view(schema, table, question.caller.role);
    if (!isVisible(view)) return null;
    const subscriptions = question.subscriptions.filter(
      (subscription) => question.isDeleted || !hasLostFilter(subscription, view),
    );
    const columns = columnsOf(view, question.subscriptions[0]?.select);
    return { ...question, view, columns, subscriptions };
  };

  const findSightings = createIsolatedQuery({ api, log, renew, refuse });

  /** A lost connection, or a table that cannot be looked up, fails this query only. */
  const sightingsOf = async (question: Question): Promise<Sighting[]> => {
    try {
      return await findSightings(question);
    } catch (error) {
      log.warn("realtime.change_unreadable", { table: question.view.table, error });
      return [];
    }
  };

  const handle = async (changes: readonly Change[]): Promise<void> => {
    for (let from = 0; from < changes.length; from += BATCH) {
      const batch = changes.slice(from, from + BATCH);
      const questions = await questionsOf(batch);
      if (questions.length === 0) continue;
      await waitForCommit(db, new Set(batch.map(({ xid }) => xid)));
      const confirmed = new Map<Change, { question: Question; sighting: Sighting }[]>();
      let next = 0;
      const worker = async () => {
        for (let question = questions[next++]; question; question = questions[next++])
          for (const sighting of await sightingsOf(question)) {
            const sightings = confirmed.get(sighting.change) ?? [];
            sightings.push({ question, sighting });
            confirmed.set(sighting.change, sightings);
          }
      };
      await Promise.all(
        Array.from({ length: Math.min(PARALLEL_CHECKS, questions.length) }, worker),
      );
      const second = seconds(clock);
      for (const change of batch)
        for (const { question, sighting } of confirmed.get(change) ?? []) {
          const subscriptions = sighting.subscriptions.filter((each) => matchesEvent(each, change));
          deliver(question, { ...sighting, subscriptions }, second);
        }
    }
  };

  const feed = createFeed({
    core,
    publication: PUBLICATION,
    hasSubscribers: (change) => registry.concerned(change).length > 0,
    handle,
    onAway() {
      for (const channel of registry.channels())
        channel.system("postgres_changes", "error", "Changes are not read: trying again");
    },
    onReturn() {
      for (const channel of registry.channels())
        channel.system("postgres_changes", "ok", "Subscribed to PostgreSQL");
    },
  });

  return {
    async subscribe(channel) {
      if (channel.config.changes.length === 0) return null;
      try {
        const found = await subscriptionsOf(channel, idsOf(channel), {
          api,
          tables,
          roles: core.project.config.api.roles,
        });
        if (channel.closed) return null;
        registry.put(channel, found);
        if (!known.has(channel)) {
          known.add(channel);
          channel.onClose.push(() => {
            registry.remove(channel);
            feed.rest(registry.isEmpty);
          });
        }
        feed.rest(false);
        return await feed.start();
      } catch (error) {
        registry.remove(channel);
        if (error instanceof SubscriptionError) return error.message;
        log.error("realtime.subscribe_failed", { error });
        return "Unable to subscribe to changes.";
      }
    },
    bindings: (channel) => {
      const own = idsOf(channel);
      return channel.config.changes.map((binding, index) => ({ ...binding, id: own[index] }));
    },
    announce(channel, subscribed) {
      subscribed
        .then((refusal) =>
          refusal === null
            ? channel.system("postgres_changes", "ok", "Subscribed to PostgreSQL")
            : channel.system("postgres_changes", "error", refusal),
        )
        .catch((error) => log.error("realtime.subscribe_failed", { error }));
    },
    async close() {
      await listening.stop();
      await feed.close();
    },
  };
};
