import type { Channel } from "../channel.ts";
import { mayHold } from "./filters.ts";
import type { Subscription } from "./subscriptions.ts";
import { type Change, valueIn } from "./visibility.ts";

const at = (schema: string, table: string): string => JSON.stringify([schema, table]);

/** Which channels want changes of which tables. */
export class Registry {
  readonly #byTable = new Map<string, Set<Subscription>>();
  readonly #byChannel = new Map<Channel, Subscription[]>();

  get isEmpty(): boolean {
    return this.#byChannel.size === 0;
  }

  channels(): Iterable<Channel> {
    return this.#byChannel.keys();
  }

  put(channel: Channel, subscriptions: Subscription[]): void {
    this.remove(channel);
    this.#byChannel.set(channel, subscriptions);
    for (const subscription of subscriptions) {
      const key = at(subscription.schema, subscription.table);
      const known = this.#byTable.get(key);
      if (known) known.add(subscription);
      else this.#byTable.set(key, new Set([subscription]));
    }
  }

  remove(channel: Channel): void {
    for (const subscription of this.#byChannel.get(channel) ?? []) this.drop(subscription);
    this.#byChannel.delete(channel);
  }

  /** Removes one binding from a channel; its others continue. */
  drop(subscription: Subscription): void {
    const key = at(subscription.schema, subscription.table);
    const known = this.#byTable.get(key);
    if (known?.delete(subscription) && known.size === 0) this.#byTable.delete(key);
  }

  /** Those that the change may concern, as far as is known without the database. */
  concerned(change: Change): Subscription[] {
    const { schema, table } = change.relation;
    const found: Subscription[] = [];
    for (const key of [at(schema, table), at(schema, "*"), at("*", table), at("*", "*")]) {
      for (const subscription of this.#byTable.get(key) ?? []) {
        const { event, filters } = subscription;
        if (event !== "*" && event !== change.operation) continue;
        const holds =
          change.new === null ||
          filters.every(({ filter, column }) =>
            mayHold(filter, valueIn(change.relation, change.new, column.name), column.type),
          );
        if (holds) found.push(subscription);
      }
    }
    return found;
  }
}
