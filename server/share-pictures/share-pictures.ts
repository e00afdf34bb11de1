import { createConcurrencyLimit, networkOf } from "supabase-compatible-backend/core";
import { findBySlug, groupCategories, labelOf } from "#domain/categories/categories.ts";
import { displayName } from "#domain/providers/providers.ts";
import { brandVersion, type SiteBrand } from "#domain/site/brand.ts";
import { DEFAULT_HOME_TEXTS, taglineParts } from "#domain/site/home-texts.ts";
import { pictureVersion } from "#domain/site/share-pictures.ts";
import type { Db } from "#web/session/database.ts";
import type { SiteSettings } from "#web/session/site.ts";
import { withSignal } from "../current-work.ts";
import { Busy } from "../pages/render.ts";
import { drawSharePicture, type PictureWords } from "./draw-share-picture.ts";
import { publicFile } from "./public-file.ts";

interface Words extends PictureWords {
  /** The address of its subject's picture; none for categories and the site. */
  portrait?: string | null;
  /** The facts that its version is made from; null for the picture of the whole site. */
  facts: readonly string[] | null;
}

const providerWords = async (db: Db, id: string): Promise<Words | null> => {
  const { data } = await db
    .from("public_providers")
    .select("name, business_name, location, selections, rating_average, rating_count, image_url")
    .eq("user_id", id)
    .maybeSingle()
    .throwOnError();
  if (!data) return null;
  const title = displayName({ business_name: data.business_name, name: data.name ?? "" });
  const above = data.selections?.[0] ? labelOf(data.selections[0]) : "";
  const below = data.location ?? "";
  const [average, count] = [data.rating_average, data.rating_count ?? 0];
  return {
    above,
    title,
    below,
    rating: average === null ? null : { average, count },
    portrait: data.image_url,
    facts: [title, above, below, `${average} ${count}`, data.image_url ?? ""],
  };
};

const categoryWords = async (db: Db, slug: string): Promise<Words | null> => {
  const { data } = await db
    .from("categories")
    .select("id, name, group_name")
    .eq("is_active", true)
    .order("group_name")
    .order("display_order")
    .limit(1000)
    .throwOnError();
  const place = findBySlug(groupCategories(data), slug);
  return (
    place && {
      above: place.sub === null ? "Service category" : place.group.name,
      title: place.label,
      below: "Professionals, their work and their feedback",
      rating: null,
      facts: [place.label],
    }
  );
};

const siteWords = ({ title, rest }: ReturnType<typeof taglineParts>): Words => ({
  above: rest,
  title,
  below: "Find and hire local professionals",
  rating: null,
  street: true,
  facts: null,
});

const ADDRESS =
  /^\/share\/(?:(site)|directory\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|categories\/([a-z0-9-]{1,90}))\.png$/;

/** Pictures in the cache, some 20 to 70 kB each. */
const CACHED = 400;

/** One is drawn at a time, and a few are read; others wait for at most five seconds. */
const PATIENCE = {
  patience: 5_000,
  full: () => new Busy("Too many pictures at once"),
};
const DRAWINGS = { running: 1, waiting: 20, ...PATIENCE };
const READINGS = { running: 4, runningPerCaller: 2, waiting: 100, ...PATIENCE };

/**
 * Serves /share/…png, the pictures that social networks show for a page; null for any other path. The
 * address contains a version of the text, so a picture with the right version may be cached for ever.
 */
export const createSharePictures = (
  visitor: Db,
  settings: () => Promise<Pick<SiteSettings, keyof SiteBrand | "home">>,
) => {
  const cache = new Map<string, Uint8Array<ArrayBuffer>>();
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  const draw = createConcurrencyLimit(DRAWINGS);
  const read = createConcurrencyLimit(READINGS);

  const pictureOf = (key: string, brand: SiteBrand, words: Words, caller: string) => {
    const running = underWay.get(key);
    if (running) return running;
    const drawing = async () => {
      const [file, logo] = await Promise.all([
        publicFile(visitor, words.portrait),
        publicFile(visitor, brand.logo),
      ]);
      const picture = await drawSharePicture(brand, words, { file, logo });
      cache.set(key, picture);
      for (const oldest of cache.keys()) {
        if (cache.size <= CACHED) break;
        cache.delete(oldest);
      }
      return picture;
    };
    const drawn = draw(drawing, { caller }).finally(() => underWay.delete(key));
    underWay.set(key, drawn);
    return drawn;
  };

  const wordsOf = async (pathname: string): Promise<Words | null> => {
    const [, site, id, slug] = ADDRESS.exec(pathname) ?? [];
    if (site)
      return siteWords(
        taglineParts((await settings()).home?.tagline ?? DEFAULT_HOME_TEXTS.tagline),
      );
    if (id) return providerWords(visitor, id);
    return slug ? categoryWords(visitor, slug) : null;
  };

  const respond = async (request: Request, ip: string): Promise<Response> => {
    const url = new URL(request.url);
    const options = { caller: networkOf(ip), signal: request.signal };
    const words = await withSignal(request.signal, () =>
      read(() => wordsOf(url.pathname), options),
    );
    if (!words) return new Response("Not found", { status: 404 });
    const brand = await settings();
    const version = words.facts && pictureVersion(brand, words.facts);
    const key = `${url.pathname} ${version ?? brandVersion(brand) + words.above + words.title}`;
    const picture = await (cache.get(key) ?? pictureOf(key, brand, words, options.caller));
    const lasting = version !== null && url.searchParams.get("v") === version;
    return new Response(request.method === "HEAD" ? null : picture, {
      headers: {
        "content-type": "image/png",
        "content-length": String(picture.length),
        "cache-control": lasting ? "public, max-age=31536000, immutable" : "public, max-age=3600",
      },
    });
  };

  return (request: Request, path: string, ip: string): Promise<Response> | null => {
    if (!path.startsWith("/share/")) return null;
    return respond(request, ip).catch((error: unknown) => {
      if (!(error instanceof Busy)) throw error;
      return new Response(error.message, { status: 503, headers: { "retry-after": "10" } });
    });
  };
};
