import type { Queryable } from "#backend/core/database/database.ts";
import { LISTED, type Listed } from "./golden.ts";

/** The id of the n-th account that a test makes. */
export const idOf = (n: number) => `5ea7c400-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;

/** The id of a member of `LISTED`. */
export const listedId = (key: string) => idOf(Object.keys(LISTED).indexOf(key));

/** An account that is listed in the directory, as sign-up and payment make it; `minutes` old. */
export const list = async (db: Queryable, n: number, who: Listed, minutes: number) => {
  const [first, last] = who.name.split(" ");
  await db.query(
    `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
       confirmation_token, recovery_token, email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data)
     values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', 'authenticated', $2, '', now(),
       '', '', '', '', '{}', $3)`,
    [
      idOf(n),
      `search${n}@search.example`,
      JSON.stringify({
        account_type: "provider",
        first_name: first,
        last_name: last,
        location: who.town,
        business_name: who.business,
        phone_number: "07700900123",
        categories: who.categories,
      }),
    ],
  );
  await db.query(
    `update public.profiles set bio = $2, skills = $3, created_at = now() - make_interval(mins => $4) where id = $1`,
    [
      idOf(n),
      who.bio,
      JSON.stringify((who.skills ?? []).map((name) => ({ name, category: "" }))),
      minutes,
    ],
  );
  await db.query(
    `insert into public.subscribers (user_id, email, subscribed, subscription_tier, subscription_end)
     values ($1, $2, true, 'yearly', now() + interval '1 year')`,
    [idOf(n), `search${n}@search.example`],
  );
};

/** Everybody of `LISTED`. */
export const fill = async (db: Queryable) => {
  const all: Listed[] = Object.values(LISTED);
  for (const [n, who] of all.entries()) await list(db, n, who, (all.length - n) * 10);
};

interface Found {
  total: number;
  corrected?: string | null;
  providers: { user_id: string; business_name: string; named?: boolean | null }[];
}

export const search = async (
  db: Queryable,
  wanted: {
    service?: string;
    location?: string;
    category?: string;
    sort?: string;
    within?: number;
    size?: number;
    skip?: number;
  },
): Promise<Found> => {
  const [row] = await db.query<{ found: Found }>(
    `select public.search_providers(service := $1, location := $2, category := $3, page_size := $4,
       page_offset := $5, sort := $6, within := $7) as found`,
    [
      wanted.service ?? null,
      wanted.location ?? null,
      wanted.category ?? null,
      wanted.size ?? 20,
      wanted.skip ?? 0,
      wanted.sort ?? "relevance",
      wanted.within ?? null,
    ],
  );
  if (!row) throw new Error("No answer");
  return row.found;
};

/** Stops the turning of equals: the highest id first, which is the last who came. */
export const stopTurning = (db: Queryable) =>
  db.query(
    `create or replace function search.turn(provider uuid, day integer) returns bigint language sql immutable as
     $$ select -('x' || right(provider::text, 12))::bit(48)::bigint $$`,
  );

/** How many listings differ from what they are derived from: none while nobody writes. */
export const wrongListings = async (db: Queryable) => {
  const [row] = await db.query<{ differences: string }>(
    "select private.check_listings(null) as differences",
  );
  return Number(row?.differences);
};
