import { createHmac } from "node:crypto";
import type { Queryable } from "#backend/core/database/database.ts";
import { subnetOf } from "#backend/core/http/network.ts";
import { type Auth, timestamp } from "../context.ts";

/** Networks remembered for each account. */
const NETWORKS = 20;
const DAY = 24 * 3600;
/** Seconds after which an unused network is forgotten. */
export const NETWORK_LIFETIME = 90 * DAY;

/** A keyed hash, so that the table alone does not reveal where people sign in: the key is not in the database. */
export const networkHash = (auth: Auth, userId: string, ip: string): string =>
  createHmac("sha256", auth.core.keys.serviceRole)
    .update(`network:${userId}:${subnetOf(ip)}`)
    .digest("base64url")
    .slice(0, 24);

/**
 * Remembers that the account has signed in from the caller's network, with its second step where it has one.
 * At most one write a day for each network.
 */
export const rememberNetwork = async (
  auth: Auth,
  tx: Queryable,
  userId: string,
  ip: string,
): Promise<void> => {
  await tx.query(
    `with seen as (
       insert into _backend.auth_known_networks as n (user_id, network_hash, seen_at)
       values ($1, $2, $3)
       on conflict (user_id, network_hash) do update set seen_at = excluded.seen_at
         where n.seen_at < $4
       returning 1
     )
     delete from _backend.auth_known_networks n using seen
      where n.user_id = $1 and n.network_hash in (
        select o.network_hash from _backend.auth_known_networks o
         where o.user_id = $1 and o.network_hash <> $2 order by o.seen_at desc offset $5)`,
    [userId, networkHash(auth, userId, ip), timestamp(auth), timestamp(auth, -DAY), NETWORKS - 1],
  );
};
