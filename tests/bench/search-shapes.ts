import type { Database } from "#backend/core/database/database.ts";
import type { Known, Question } from "./random-questions.ts";

interface Query {
  service?: string;
  location?: string;
  category?: string;
  sort?: string;
  skip?: number;
  within?: number;
}
/** The n-th search of its kind. */
export type Shape = (n: number) => Query;

/** Every kind of search, with words, towns and trades of the filled directory. */
export const shapes = async (db: Database, providers: number): Promise<Record<string, Shape>> => {
  const list = async (question: string, values: unknown[] = []) => {
    const rows = await db.query<{ it: string }>(question, values);
    return (n: number) => rows[n % rows.length]?.it ?? "";
  };
  const between = (least: number, most: number) =>
    list(
      `select word as it from bench.known where listings between $1 and $2 and word ~ '^[a-z]{5,}$'
       order by md5(word) limit 30`,
      [Math.ceil(least), Math.ceil(most)],
    );
  const rare = await between(1, providers / 5000);
  const middling = await between(providers / 300, providers / 60);
  const wide = await between(providers / 25, providers);
  const town = await list("select name as it from bench.towns order by n limit 40");
  const trade = await list("select group_name || ' > ' || name as it from bench.trades order by n");
  const main = (n: number) => trade(n).split(" > ")[0] ?? "";
  const slip = (text: string) => text.slice(0, 2) + text.slice(3);
  const letter = (n: number) => "abcdefghijklmnoprstuvw".charAt(n % 22);
  return {
    "no filter": () => ({}),
    "rare word": (n) => ({ service: rare(n) }),
    "middling word": (n) => ({ service: middling(n) }),
    "wide word": (n) => ({ service: wide(n) }),
    "wide word, by rating": (n) => ({ service: wide(n), sort: "rating" }),
    "two wide words": (n) => ({ service: `${wide(n)} ${wide(n + 7)}` }),
    "unfinished word": (n) => ({ service: middling(n).slice(0, 4) }),
    "one letter": (n) => ({ service: letter(n) }),
    "one letter, category": (n) => ({ service: letter(n), category: trade(n) }),
    "slip of the keyboard": (n) => ({ service: slip(middling(n)) }),
    synonym: (n) => ({ service: ["sparky", "chippy", "gas man", "garage"][n % 4] ?? "" }),
    town: (n) => ({ location: town(n) }),
    "part of a town": (n) => ({ location: town(n).slice(0, 3) }),
    "one letter of a town": (n) => ({ location: town(n).slice(1, 2) }),
    category: (n) => ({ category: trade(n) }),
    "main category": (n) => ({ category: main(n) }),
    "category, by rating": (n) => ({ category: trade(n), sort: "rating" }),
    "word, town": (n) => ({ service: wide(n), location: town(n) }),
    "word, one letter of a town": (n) => ({ service: wide(n), location: "e" }),
    "word, category": (n) => ({ service: wide(n), category: trade(n) }),
    "word, town, category": (n) => ({ service: wide(n), location: town(n), category: main(n) }),
    "unknown word": (n) => ({ service: `xqzv${n}` }),
    "unknown town": (n) => ({ location: `xqzv${n}` }),
    "word and town that never meet": (n) => ({ service: rare(n), location: town(n + 11) }),
    "wide word, page 50": (n) => ({ service: wide(n), skip: 980 }),
    "wide word, newest, page 50": (n) => ({ service: wide(n), skip: 980, sort: "newest" }),
    "wide word, by rating, page 50": (n) => ({ service: wide(n), skip: 980, sort: "rating" }),
    "middling word, newest, page 25": (n) => ({ service: middling(n), skip: 480, sort: "newest" }),
    "wide word, nearest, page 50": (n) => ({
      service: wide(n),
      location: town(n),
      skip: 980,
      sort: "distance",
    }),
    "no filter, newest, page 500": () => ({ skip: 9980, sort: "newest" }),
    "no filter, by rating, page 500": () => ({ skip: 9980, sort: "rating" }),
    "no filter, page 500": () => ({ skip: 9980 }),
    "10 miles": (n) => ({ location: town(n), within: 10 }),
    "word, 30 miles": (n) => ({ service: wide(n), location: town(n), within: 30 }),
    "category, 30 miles, nearest": (n) => ({
      category: trade(n),
      location: town(n),
      within: 30,
      sort: "distance",
    }),
    nearest: (n) => ({ location: town(n), sort: "distance" }),
    "wide word, nearest": (n) => ({ service: wide(n), location: town(n), sort: "distance" }),
    "misspelt town": (n) => ({ location: slip(town(n)), within: 10 }),
  };
};

/** A search of each shape in turn, as the address of the API's function says it. */
export const mixed = (all: Record<string, Shape>): Question[] =>
  Array.from({ length: 40 }, (_, n) => n).flatMap((n) =>
    Object.values(all).map((shape) => {
      const { service = "", location = "", category = "", sort, skip = 0, within } = shape(n);
      return {
        service,
        location,
        category,
        page_size: "20",
        page_offset: String(skip),
        ...(sort && { sort }),
        ...(within && { within: String(within) }),
      };
    }),
  );

/** What people may choose from, the most frequent first. */
export const knownTo = async (db: Database): Promise<Known> => {
  const list = async (question: string) =>
    (await db.query<{ it: string }>(question)).map(({ it }) => it);
  return {
    trades: await list("select group_name || ' > ' || name as it from bench.trades order by n"),
    towns: await list("select name as it from bench.towns order by n"),
    words: await list(
      "select word as it from bench.known where word ~ '^[a-z]{5,}$' order by listings desc, word",
    ),
  };
};
