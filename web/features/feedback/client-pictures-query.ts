import type { Db } from "#web/session/database.ts";

/** How many reviews the portfolio shows pictures of. */
const MOST_IN_PORTFOLIO = 20;

/** The newest public reviews whose pictures the portfolio may show. */
export const loadClientPictures = async (db: Db, providerId: string) => {
  const { data } = await db
    .from("feedback")
    .select("id, title, author_name, pictures")
    .eq("provider_id", providerId)
    .eq("is_public", true)
    .eq("in_portfolio", true)
    .order("created_at", { ascending: false })
    .limit(MOST_IN_PORTFOLIO)
    .throwOnError();
  return data.filter(({ pictures }) => pictures.length > 0);
};
export type ClientPictures = Awaited<ReturnType<typeof loadClientPictures>>[number];
