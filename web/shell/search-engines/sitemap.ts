import { slugOf } from "#domain/categories/categories.ts";
import type { Db } from "#web/session/database.ts";

/** Addresses in one part; the protocol allows 50,000. */
const PART = 10_000;
const PAGE = 1000;

/** A town's page is listed from this many providers; with fewer it adds nothing to their own pages. */
export const WORTH_LISTING = 2;

interface Address {
  path: string;
  changed?: string;
}

const KINDS = { providers: "/directory/", jobs: "/job-directory?job=" } as const;
type Kind = keyof typeof KINDS;

const starts = async (db: Db, kind: Kind): Promise<string[]> => {
  const { data } = await db
    .rpc("sitemap_starts", { kind, part_size: PART }, { get: true })
    .throwOnError();
  return data;
};

/** The names of all parts: pages, categories, providers-1 and so on. */
export const sitemapParts = async (db: Db): Promise<string[]> => {
  const [providers, jobs] = await Promise.all([starts(db, "providers"), starts(db, "jobs")]);
  return [
    "pages",
    "categories",
    ...providers.map((_, index) => `providers-${index + 1}`),
    ...jobs.map((_, index) => `jobs-${index + 1}`),
  ];
};

const readPart = async (db: Db, kind: Kind, number: number): Promise<Address[] | null> => {
  const ids = await starts(db, kind);
  const first = ids[number - 1];
  if (!first) return null;
  const end = ids[number];
  const found: Address[] = [];
  let from: string | undefined = first;
  // Page by page from where the last one ended, however many there are.
  while (from !== undefined && found.length < PART) {
    const { data } = await db
      .rpc("sitemap_page", { kind, first_id: from, page_size: PAGE + 1 }, { get: true })
      .throwOnError();
    const rows = data as [id: string, changed: string][];
    for (const [id, changed] of rows.slice(0, PAGE)) {
      if (end !== undefined && id >= end) return found;
      found.push({ path: KINDS[kind] + id, changed });
    }
    from = rows[PAGE]?.[0];
  }
  return found;
};

const categoryAddresses = async (db: Db): Promise<Address[]> => {
  const { data } = await db
    .from("categories")
    .select("name, group_name")
    .eq("is_active", true)
    .order("group_name")
    .order("display_order")
    .limit(1000)
    .throwOnError();
  const groups = [...new Set(data.map(({ group_name }) => group_name))];
  const addresses: Address[] = [];
  const selections = [
    ...groups.map((name) => ({ name, key: name })),
    ...data.map(({ name, group_name }) => ({ name, key: `${group_name} > ${name}` })),
  ];
  for (const { name, key } of selections) {
    const slug = slugOf(name);
    const page = await db
      .rpc("category_page", { category: key, towns: 1000 }, { get: true })
      .throwOnError();
    const { total, towns } = page.data;
    if (total === 0) continue;
    addresses.push({ path: `/categories/${slug}` });
    for (const town of towns) {
      if (town.providers >= WORTH_LISTING) {
        addresses.push({ path: `/categories/${slug}/${town.slug}` });
      }
    }
  }
  return addresses.slice(0, 50_000);
};

const PAGES = [
  "/",
  "/directory",
  "/categories",
  "/job-directory",
  "/post-job",
  "/how-we-keep-this-fair",
];

/** The addresses of one part, or null if there is none of this name. */
export const sitemapPart = async (db: Db, part: string): Promise<Address[] | null> => {
  if (part === "pages") return PAGES.map((path) => ({ path }));
  if (part === "categories") return categoryAddresses(db);
  const named = /^(providers|jobs)-([1-9]\d{0,4})$/.exec(part);
  return named ? readPart(db, named[1] as Kind, Number(named[2])) : null;
};

const xml = (text: string): string =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

export const writeIndex = (origin: string, parts: readonly string[]): string =>
  `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${parts
    .map((part) => `<sitemap><loc>${xml(`${origin}/sitemap/${part}.xml`)}</loc></sitemap>\n`)
    .join("")}</sitemapindex>\n`;

export const writePart = (origin: string, addresses: readonly Address[]): string =>
  `${HEAD}<urlset xmlns="${NAMESPACE}">\n${addresses
    .map(
      ({ path, changed }) =>
        `<url><loc>${xml(origin + path)}</loc>${changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ""}</url>\n`,
    )
    .join("")}</urlset>\n`;
