import { labelOf, tradeOf } from "#domain/categories/categories.ts";
import { countPeople, jobTitleFor, tradePeople } from "#domain/providers/trades.ts";
import { placeName } from "#domain/values/places.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { PostInstead } from "#web/ui/post-instead.tsx";
import { ProviderList } from "./provider-list.tsx";
import { type DirectoryPage, type DirectorySearch, FEW, isSearch, USUAL_MILES } from "./queries.ts";

/** The place that was searched around. */
export const placeOf = ({ place }: DirectoryPage): string | undefined =>
  place ? placeName(place.name) : undefined;

/** What was searched for, as it was understood. */
const wordsOf = ({ service, category }: DirectorySearch, corrected?: string | null): string =>
  (corrected ?? service) || (category && labelOf(category));

const withinMiles = (miles: number, name: string): string =>
  ` within ${miles} ${miles === 1 ? "mile" : "miles"} of ${name}`;

/** ' in Leeds' if every result is known to be there, otherwise ' within 10 miles of Leeds'. */
const whereOf = (search: DirectorySearch, page: DirectoryPage): string => {
  const { place, providers, total } = page;
  const name = place ? placeName(place.name) : search.location;
  if (!name) return "";
  const covered = providers.some(({ covers }) => covers) ? ", or covering it" : "";
  if (!place?.near) return ` in ${name}${covered}`;
  if (search.covering) return ` who cover ${name}`;
  if (!place.within) return `, nearest to ${name} first`;
  const allThere =
    providers.length === total && !providers.some(({ miles, covers }) => miles || covers);
  return allThere ? ` in ${name}` : withinMiles(place.within, name) + covered;
};

/** The result of a search in one line: '3 plumbers within 10 miles of Leeds'. */
export const answerTo = (search: DirectorySearch, page: DirectoryPage): string => {
  const total = page.fallback ? 0 : page.total;
  // Who chose a category is of its trade; words may be anywhere on a page.
  const titles = search.service && !page.fallback ? page.providers.map(({ title }) => title) : [];
  const words = wordsOf(search, page.corrected);
  const people = countPeople(total, words, search.service ? titles : undefined);
  if (!page.fallback) return people + whereOf(search, page);
  const near =
    search.location &&
    !search.covering &&
    (search.within ?? USUAL_MILES) > 0 &&
    page.further?.length;
  const where = near
    ? withinMiles(search.within ?? USUAL_MILES, search.location)
    : search.location && ` in ${search.location}`;
  return `${people}${where} yet`;
};

/** Leads from the results to a job of the same words. */
const PostSearch = ({ search, page }: { search: DirectorySearch; page: DirectoryPage }) => {
  const { category } = search;
  const location = page.place?.corrected ? placeName(page.place.name) : search.location;
  const words = wordsOf(search, page.corrected);
  const job = new URLSearchParams();
  const trade = search.service ? words : (tradeOf([category]) ?? words);
  if (isSearch(search)) job.set("title", jobTitleFor(trade, location));
  if (location) job.set("location", location);
  if (category) job.set("category", category);
  return <PostInstead title={`Let ${tradePeople(words)} come to you`} job={job} />;
};

/** What follows the results: after few of them who else is within reach, and the way to be found instead. */
export const WiderResults = ({
  search,
  page,
}: {
  search: DirectorySearch;
  page: DirectoryPage;
}) => {
  const mayPost = useMayPostJobs();
  const { further = [] } = page;
  const few = isSearch(search) && (page.fallback || page.total < FEW);
  if (page.test || page.total === 0) return null;
  return (
    <>
      {few && further.length > 0 && (
        <section aria-labelledby="further" className="mt-6">
          <h2 id="further" className="mb-4 text-xl">
            A little further away
          </h2>
          <ProviderList
            providers={further}
            level="h3"
            eager={page.fallback}
            place={placeOf(page)}
          />
        </section>
      )}
      {mayPost && <PostSearch search={search} page={page} />}
    </>
  );
};
