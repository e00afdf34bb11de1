import pg from "pg";
import { Batch } from "./batch.ts";
import type { Case } from "./case.ts";
import { cases } from "./cases.ts";
import {
  clientEmail,
  clientId,
  fill,
  PASSWORD,
  POSTED,
  providerId,
  SIGNERS,
  type Size,
} from "./fill.ts";
import { contentOf } from "./http-load.ts";
import { preparePlain, UNDO_NOTES } from "./plain-cases.ts";
import { POSTERS, prepareQuotes, QUOTERS } from "./quote-cases.ts";
import { asOwner, type BenchSite, socketFolder } from "./site.ts";
import type { Bare } from "./workers.ts";
import type { World } from "./world.ts";

const signIn = async (
  site: BenchSite,
  anonKey: string,
  id: string,
  email: string,
): Promise<World["signedIn"][number]> => {
  const response = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!response.ok)
    throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`);
  const { access_token: token } = (await response.json()) as { access_token: string };
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8");
  return { id, token, claims };
};

/** Fills the site's database and learns what the cases need to know of it. */
export const prepare = async (site: BenchSite, bare: Bare, size: Size): Promise<World> => {
  const socket = socketFolder(site.dataDir);
  await fill(socket, size);
  const { anonKey } = (await (await fetch(`${site.url}/config.json`)).json()) as {
    anonKey: string;
  };
  return asOwner(socket, async (owner) => {
    const { rows: categories } = await owner.query<{ selection: string }>(
      `select group_name as selection from public.categories where is_active group by 1
       union all select group_name || ' > ' || name from public.categories where is_active order by 1`,
    );
    const { rows: popular } = await owner.query<{ id: string }>(
      `select provider_id as id from public.feedback where is_public group by 1
       having count(*) >= 20 order by count(*) limit 100`,
    );
    // A person may post, hire and review 20 times a day; these count, but are not refused.
    await owner.query(`create or replace function private.enforce_rate_limit(p_what text, p_most integer, p_seconds integer,
        p_message text, p_by_network boolean default true) returns void language sql security definer set search_path = '' as
      'select private.increment_rate_limit(p_what, (select auth.uid())::text, 1000000, p_seconds)'`);
    const clients = [];
    for (let n = 0; n < SIGNERS + POSTERS; n++)
      clients.push(await signIn(site, anonKey, clientId(n), clientEmail(n)));
    const quoters = [];
    for (let n = size.providers - 1; n >= size.providers - QUOTERS; n--)
      quoters.push(await signIn(site, anonKey, providerId(n), `provider${n}@bench.example`));
    const world = {
      port: site.port,
      barePort: bare.port,
      dataDir: site.dataDir,
      socket,
      anonKey,
      size,
      categories: categories.map(({ selection }) => selection),
      popular: popular.map(({ id }) => id),
      signedIn: clients.slice(0, SIGNERS),
      posters: clients.slice(SIGNERS),
      quoters,
    };
    await prepareQuotes(owner, world);
    await preparePlain(world);
    return world;
  });
};

/**
 * Takes away what the signed-in people have written: notes, quotes, jobs, and feedback. That without the triggers, which
 * would take longer than the posting; then the listings get their ratings back, or the same feedback would change none of
 * them the next time.
 */
export const undoWrites = (world: World): Promise<void> =>
  asOwner(world.socket, async (owner) => {
    await owner.query(UNDO_NOTES);
    await prepareQuotes(owner, world);
    await owner.query("delete from public.jobs where contact_email = $1", [POSTED]);
    await owner.query("set session_replication_role = replica");
    const { rows: reviewed } = await owner.query<{ provider_id: string }>(
      "delete from public.feedback where user_id = any($1::uuid[]) returning provider_id",
      [world.signedIn.map(({ id }) => id)],
    );
    await owner.query("set session_replication_role = origin");
    await owner.query(
      `update search.listings set (rating_average, rating_count) = (
         select r.average, r.count from search.rating_of(provider_id) as r)
       where provider_id = any ($1::uuid[])`,
      [reviewed.map(({ provider_id }) => provider_id)],
    );
    await owner.query("vacuum analyze public.feedback, search.listings");
  });

/** As many pieces of work as a case has kinds of. */
const KINDS = 60;

const responsesOf = async (world: World, each: Case, n: number) => {
  const responses: { status: number; text: string }[] = [];
  for (const { method = "GET", path, headers = {}, body } of each.requests(n)) {
    const response = await fetch(`http://127.0.0.1:${world.port}${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: contentOf(body) }),
    });
    responses.push({ status: response.status, text: await response.text() });
  }
  return responses;
};

/** The bare server returns what the service does for each row from the database. */
const checkBare = async (world: World): Promise<void> => {
  for (const each of cases(world).filter(({ bare }) => bare?.reads))
    for (const [part, { text }] of (await responsesOf(world, each, 1)).entries()) {
      const address = `http://127.0.0.1:${world.barePort}/${encodeURIComponent(each.name)}?1.${part}`;
      const response = await fetch(address);
      if ((await response.text()) !== text)
        throw new Error(`${each.name}: the bare server answers something else`);
    }
};

/**
 * Proves that all sides do the same work: their responses must agree byte for byte. Gives the bare
 * server the size of each case's response.
 */
export const check = async (world: World, bare: Bare): Promise<void> => {
  const client = new pg.Client({ host: world.socket, user: "authenticator", database: "postgres" });
  await client.connect();
  try {
    for (const each of cases(world)) {
      const sizes: number[] = [];
      let status = 200;
      // A write runs once, and not for work that the rounds will do.
      const kinds = each.same ? KINDS : 1;
      for (let n = 0; n < kinds; n++) {
        const responses = await responsesOf(world, each, n);
        const work = each.same ? each.straight?.(n) : null;
        for (const [index, response] of responses.entries()) {
          status = response.status;
          if (status >= 400)
            throw new Error(`${each.name}: ${status} ${response.text.slice(0, 300)}`);
          sizes.push(Buffer.byteLength(response.text));
          if (!Array.isArray(work)) continue;
          const straight = await client.query(new Batch(work[index] ?? [])).done;
          if (straight !== response.text)
            throw new Error(
              `${each.name}: the driver answers ${straight?.slice(0, 300)}, the service ${response.text.slice(0, 300)}`,
            );
        }
      }
      const size = Math.round(sizes.reduce((a, b) => a + b, 0) / sizes.length);
      bare.respond({ name: each.name, status, size });
    }
    await bare.know(world);
    await checkBare(world);
  } finally {
    await client.end();
  }
};
