/** In most values, so that one that got into the text of a statement is found. */
export const MARK = "zqmark";

export type Names = readonly [string, ...string[]];
export const words = (text: string) => text.split(/\s+/) as unknown as Names;

/** Relations, their columns, and what may be embedded in them. */
export const WORLD: Record<string, { columns: Names; resources: Names }> = {
  films: {
    columns: words(
      `id title released genre director_id rating data notes words created_at full_title count`,
    ),
    resources: words(`directors actors technical_specs lead main_actors film_actors diaries vault
      directors!films_director_id_fkey`),
  },
  actors: { columns: words("id name nickname"), resources: words("films film_actors film_titles") },
  directors: {
    columns: words("id name born country_id"),
    resources: words("films countries!directors_country countries country_id film_titles"),
  },
  countries: {
    columns: words("id name code population area facts tags joined"),
    resources: words("cities directors!directors_country directors"),
  },
  cities: {
    columns: words("id name country_id twin_id capital postcode"),
    resources: words("countries cities twin_id people"),
  },
  people: { columns: words("id name verified salary city_id"), resources: words("cities nope") },
  diaries: {
    columns: words("id owner entry public film_id"),
    resources: words("films film_titles"),
  },
  bookings: { columns: ["room", "during", "guest"], resources: ["films", "nope"] },
  film_titles: {
    columns: words("id title director_id"),
    resources: words("directors actors film_actors"),
  },
  'Odd "names"': {
    columns: ['"the id"', "select", '"a.b"', "größe"],
    resources: ["films", "nope"],
  },
  vault: { columns: ["id", "secret"], resources: ["films", "nope"] },
  nope: { columns: ["id", "nope"], resources: ["films", "nope"] },
};

export const TABLES = Object.keys(WORLD) as [string, ...string[]];
export const OPERATORS: Names =
  words(`eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts(english) cs
  cd ov sl sr nxr nxl adj eq(any) like(all) nope`);
export const CASTS: Names = [
  ...words("text int json jsonb text[] genre regclass nope date"),
  "double precision",
];
export const AGGREGATES: Names = ["sum", "avg", "min", "max", "count", "nope"];
export const PLAUSIBLE: Names = [
  ...words(`1 2 1999 drama 2000-01-01 00000000-0000-4000-8000-00000000000a {1,2} {a} [1,5) {"a":1} cat
  true null`),
  "The Quiet Mountain",
];
export const NASTY: Names = [
  ...words(String.raw`' " '' \ $1 $$ {} (1,2) -1 1e400 99999999999999999999 😀 % * a,b ( ) -> :: .. {{{
  [[ {"a": /* -- ;`),
  '"; drop table films; --',
  "\u0000",
  "\ud800",
  " ",
  "\n",
  "a".repeat(300),
];
