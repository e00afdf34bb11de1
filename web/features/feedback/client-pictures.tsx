import type { Db } from "#web/session/database.ts";
import { PictureStrip } from "#web/ui/pictures/picture-strip.tsx";

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
type Given = Awaited<ReturnType<typeof loadClientPictures>>[number];

/** Pictures from feedback whose authors agreed to show them in the portfolio. */
export const ClientPictures = ({ given }: { given: readonly Given[] }) => (
  <section aria-labelledby="client-pictures" className="mt-10">
    <h2 id="client-pictures" className="text-xl">
      Pictures from feedback
    </h2>
    <ul className="mt-2 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {given.map(({ id, title, author_name, pictures }) => (
        <li key={id}>
          <PictureStrip pictures={pictures} title={title} from={author_name} />
          <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
            {title}, {author_name}
          </p>
        </li>
      ))}
    </ul>
  </section>
);
