import { displayName } from "#domain/providers/providers.ts";
import { formatPaddedDay } from "#domain/values/dates.ts";
import { JobRows } from "#web/features/jobs/index.ts";
import { ProviderList } from "#web/features/providers/index.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { FairLink } from "#web/ui/fair-link.tsx";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { Stars } from "#web/ui/stars.tsx";
import type { LiveHome } from "./live.ts";

/** A smaller number would say more about the site's age than about its people. */
const FEWEST = 5;

/** Figures that the database counts, and the commission, which is none. */
export const Proof = ({ live }: { live: LiveHome }) => {
  const figures = [
    { number: live.providerCount, label: "professionals listed" },
    { number: live.jobCount, label: "jobs open now" },
  ].filter(({ number }) => number >= FEWEST);
  if (figures.length === 0) return null;
  return (
    <section aria-label="The site in figures" className="border-b border-line bg-surface">
      <Container>
        <dl
          className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))] gap-4 py-6 sm:py-8 lg:gap-x-6"
          {...sameHtml(["figures", figures], () =>
            [
              ...figures.map((one) => [one.number.toLocaleString("en-GB"), one.label]),
              ["£0", "commission"],
            ].map(([number, label]) => (
              <div key={label} className="flex flex-col-reverse justify-end">
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="font-display text-4xl font-bold tracking-display tabular-nums">
                  {number}
                </dd>
              </div>
            )),
          )}
        />
      </Container>
    </section>
  );
};

export const Head = ({
  id,
  title,
  to,
  all,
}: {
  id: string;
  title: string;
  to: string;
  all: string;
}) => (
  <div className="mb-6 flex items-end justify-between gap-x-8 sm:mb-8">
    <h2 id={id} className="text-4xl tracking-display">
      {title}
    </h2>
    <Link to={to} className="link shrink-0 py-1 max-sm:hidden">
      {all}
    </Link>
  </div>
);

/** On a telephone the way on is where the list ends. */
export const Foot = ({ to, all }: { to: string; all: string }) => (
  <ButtonLink to={to} variant="outline" className="mt-5 w-full sm:hidden">
    {all}
  </ButtonLink>
);

/** Today's professionals, in the directory's own order. */
export const Professionals = ({ live }: { live: LiveHome }) =>
  live.providers.length > 0 && (
    <section aria-labelledby="professionals" className="border-t border-line py-10 sm:py-20">
      <Container>
        <Head
          id="professionals"
          title="Ready to help"
          to="/directory"
          all="See all professionals"
        />
        <ProviderList providers={live.providers} level="h3" eager={false} />
        <Foot to="/directory" all="See all professionals" />
        <p className="mt-5 text-sm text-ink-soft">
          The order changes daily so everyone gets a turn. Nobody can pay for a higher place.{" "}
          <FairLink />
        </p>
      </Container>
    </section>
  );

/** The newest feedback, whatever it says. */
export const Reviews = ({ live }: { live: LiveHome }) =>
  live.reviews.length > 0 && (
    <section
      aria-labelledby="reviews"
      className="border-t border-line bg-surface py-10 sm:py-20"
      {...sameHtml(["reviews", live.reviews], () => (
        <Container>
          <h2 id="reviews" className="mb-6 text-4xl tracking-display sm:mb-8">
            Latest feedback
          </h2>
          <ul className="grid gap-x-6 gap-y-10 sm:grid-cols-3">
            {live.reviews.map((review) => (
              <li key={review.id} className="border-t-2 border-ink pt-5 wrap-anywhere">
                <figure className="flex h-full flex-col">
                  <Stars rating={review.rating} />
                  <blockquote className="mt-3">
                    <p className="font-display text-xl leading-snug font-semibold tracking-title">
                      {review.title}
                    </p>
                    {review.description && (
                      <p className="mt-2 line-clamp-4">{review.description}</p>
                    )}
                  </blockquote>
                  <figcaption className="mt-auto pt-4 text-sm text-ink-soft">
                    <span className="font-semibold text-ink">{review.author_name}</span>, on{" "}
                    <Link to={`/directory/${review.provider_id}`} className="link">
                      {displayName(review.provider)}
                    </Link>
                    <span className="block">
                      <time dateTime={review.created_at}>{formatPaddedDay(review.created_at)}</time>
                      {review.edited_at && <span>, edited by a moderator</span>}
                    </span>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </Container>
      ))}
    />
  );

/** What people want done. */
export const NewestJobs = ({ live }: { live: LiveHome }) =>
  live.jobs.length > 0 && (
    <section
      aria-labelledby="newest-jobs"
      className="border-t border-line py-10 sm:py-20"
      {...sameHtml(["newest jobs", live.jobs], () => (
        <Container>
          <Head id="newest-jobs" title="Just posted" to="/job-directory" all="See all open jobs" />
          <JobRows jobs={live.jobs} />
          <Foot to="/job-directory" all="See all open jobs" />
        </Container>
      ))}
    />
  );
