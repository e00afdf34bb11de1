import { type Case, writing } from "./case.ts";
import { clientEmail, PASSWORD, POSTED, providerId, TOWNS, WORDS } from "./fill.ts";
import type { HttpRequest } from "./http-load.ts";
import { plainCases } from "./plain-cases.ts";
import { quoteCases } from "./quote-cases.ts";
import { signInStraight } from "./sign-in.ts";
import * as sql from "./sql.ts";
import type { World } from "./world.ts";

/** Starts the names of rows with many simultaneous callers. */
export const CROWD = "64 at once";
/** Ends the names of rows whose responses may be cached. */
export const CACHED = ", cached";
const CROWDED = ["directory page: public_providers", "profile: "];

const CARD = "user_id,name,title,bio,image_url,business_name,location,rating_average,rating_count";
const FEEDBACK =
  "id,provider_id,user_id,rating,title,description,author_name,created_at,edited_at,approved,reply:feedback_replies(id,reply_text,updated_at)";
const at = <T>(list: readonly T[], n: number): T => {
  const item = list[n % list.length];
  if (item === undefined) throw new Error("The world of the run is empty");
  return item;
};

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();

const everybody: sql.Search = { service: "", location: "", category: "" };

/** Text, town, category, two of them, all of them, and words that nobody has. */
const searches = ({ categories }: World, n: number): sql.Search => {
  // A stride that meets every word, town and category in turn whatever kind of search it is.
  const turn = Math.floor(n / 6);
  const [word, category] = [at(WORDS, turn), at(categories, turn)];
  const kinds: Partial<sql.Search>[] = [
    { service: word },
    { location: at(TOWNS, turn) },
    { category },
    { service: word, location: at(TOWNS, turn * 7) },
    { service: word.slice(0, 4), category: at(categories, turn * 3) },
    { service: `zeppelin ${word}` },
  ];
  return { ...everybody, ...kinds[n % 6] };
};

const jobFilters = ({ categories }: World, n: number): sql.JobFilter => ({
  category: n % 3 === 1 ? at(categories, n * 5) : null,
  location: n % 3 === 2 ? at(TOWNS, n) : null,
});

const searchRequest = (search: sql.Search, headers: Record<string, string>): HttpRequest => ({
  path: `/rest/v1/rpc/search_providers?${query({ ...search, page_size: "20", page_offset: "0" })}`,
  headers,
});

const jobRequest = (filter: sql.JobFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value);
  return query({ ...Object.fromEntries(given), page_size: "5", page_offset: "0" });
};

/** Every row of the table for this world. */
export const cases = (world: World): Case[] => {
  const anon = { apikey: world.anonKey };
  // A cached response needs no query, and could not be compared with the database.
  const anew = { ...anon, "cache-control": "no-store" };
  const visitor = sql.asVisitor(world.anonKey);
  const popular = (n: number) => at(world.popular, n);
  const person = (n: number) => at(world.signedIn, n);
  // Each person reviews each provider once, from the least known on. Those who post at the same time review others:
  // reviews of one provider wait for one another, because the second must see the first in the average. Once
  // everybody has reviewed everybody, the database refuses; the bare server, which is much faster, writes nothing.
  const reviewed = (n: number) => {
    const { providers } = world.size;
    const people = world.signedIn.length;
    const apart = Math.floor(providers / people);
    return providerId(
      providers - 1 - ((Math.floor(n / people) + (n % people) * apart) % providers),
    );
  };
  const review = (n: number) => ({
    provider_id: reviewed(n),
    user_id: person(n).id,
    rating: 3 + (n % 3),
    title: "On time and tidy",
    description: "Came when promised, explained the price first and left the place cleaner.",
  });
  const job = (n: number) => ({
    title: `Garden of number ${n}`,
    description: "The hedge has grown over the path. Please say when you could come.",
    category: at(world.categories, n),
    location: at(TOWNS, n),
    budget: "£150-300",
    user_id: person(n).id,
    contact_email: POSTED,
  });
  const pages = (name: string, path: (n: number) => string, straight: Case["straight"]): Case => ({
    name,
    connections: 8,
    // As browsers request it.
    requests: (n) => [{ path: path(n), headers: { "accept-encoding": "gzip, deflate, br, zstd" } }],
    straight,
    same: false,
  });
  /** From the database each time, and as visitors request it, from the cache. */
  const freshAndCached = (make: (headers: Record<string, string>) => Case): Case[] => {
    const cached = make(anon);
    return [
      { ...make(anew), bare: { reads: true } },
      { ...cached, name: cached.name + CACHED },
    ];
  };
  let never = 0;
  /** An address that nobody has requested, so that the page must be rendered. */
  const rendered = (name: string, path: (n: number) => string): Case =>
    pages(
      `${name}, rendered each time`,
      (n) => {
        never += 1;
        return `${path(n)}?never=${never}`;
      },
      null,
    );

  const rows: Case[] = [
    ...freshAndCached((headers) => ({
      name: "directory page: search_providers, 20 cards",
      connections: 32,
      requests: () => [searchRequest(everybody, headers)],
      straight: () => [[...visitor, sql.search({ ...everybody })]],
      same: true,
    })),
    ...freshAndCached((headers) => ({
      name: "directory page: public_providers, 20 cards",
      connections: 32,
      requests: () => [
        {
          path: `/rest/v1/public_providers?select=${CARD}&limit=20&order=created_at.desc`,
          headers,
        },
      ],
      straight: () => [[...visitor, sql.cards()]],
      same: true,
    })),
    {
      name: "directory search: word, town, category, none found",
      connections: 32,
      requests: (n) => [searchRequest(searches(world, n), anew)],
      straight: (n) => [[...visitor, sql.search(searches(world, n))]],
      same: true,
    },
    ...freshAndCached((headers) => ({
      name: "profile: provider, then 20 feedback with replies",
      connections: 32,
      requests: (n) => [
        { path: `/rest/v1/public_providers?select=*&user_id=eq.${popular(n)}`, headers },
        {
          path: `/rest/v1/feedback?select=${FEEDBACK}&provider_id=eq.${popular(n)}&is_public=eq.true&order=created_at.desc&limit=20`,
          headers,
        },
      ],
      straight: (n) => [
        [...visitor, sql.provider(popular(n))],
        [...visitor, sql.feedback(popular(n))],
      ],
      same: true,
    })),
    {
      name: "job page: 5 jobs, exact count, filters",
      connections: 32,
      requests: (n) => [
        { path: `/rest/v1/rpc/search_jobs?${jobRequest(jobFilters(world, n))}`, headers: anon },
      ],
      straight: (n) => [[...visitor, sql.jobs(jobFilters(world, n))]],
      same: true,
    },
    {
      name: "sign-in: password grant",
      connections: 4,
      requests: (n) => [
        {
          method: "POST",
          path: "/auth/v1/token?grant_type=password",
          headers: anon,
          body: { email: clientEmail(n % world.size.clients), password: PASSWORD },
        },
      ],
      straight: (n) => (run) => signInStraight(run, clientEmail(n % world.size.clients)),
      same: false,
      enters: "postgres",
    },
    writing(world, "post feedback: signed in, one row", person, {
      path: "feedback",
      body: review,
      straight: sql.insertFeedback,
    }),
    writing(world, "post job: signed in, one row", person, {
      path: "jobs",
      body: job,
      straight: sql.insertJob,
    }),
    ...quoteCases(world),
    ...plainCases(world),
    pages("page: /", () => "/", null),
    rendered("page: /", () => "/"),
    rendered("page: /directory", () => "/directory"),
    rendered("page: /directory/{id}", (n) => `/directory/${popular(n)}`),
    pages(
      "page: /directory",
      () => "/directory",
      () => [
        [...visitor, sql.search(everybody)],
        [...visitor, sql.categories()],
      ],
    ),
    pages(
      "page: /directory/{id}",
      (n) => `/directory/${popular(n)}`,
      (n) => [[...visitor, sql.providerPage(popular(n))]],
    ),
    pages(
      "page: /job-directory",
      () => "/job-directory",
      () => [
        [...visitor, sql.jobs({ category: null, location: null })],
        [...visitor, sql.categories()],
      ],
    ),
  ];
  // Twice as many callers: the two must wait about equally long.
  const crowded = rows
    .filter(({ name }) => CROWDED.some((start) => name.startsWith(start)))
    .map(({ bare: _compared, ...each }) => ({
      ...each,
      name: `${CROWD}, ${each.name}`,
      connections: 64,
      straight: null,
      same: false,
    }));
  return [...rows, ...crowded];
};
