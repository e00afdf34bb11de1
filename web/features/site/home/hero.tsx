import { useHomeTexts } from "#web/session/settings.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { sameHtml } from "#web/ui/same-html.ts";
import { EMPTY_SEARCH } from "./search.ts";
import { SearchForm } from "./search-form.tsx";

const POPULAR = ["Plumber", "Electrician", "Photography", "Dog Walking", "Tutoring"];

/** The promise, the search and, for visitors, the two ways in, with the picture of a street below. */
export const Hero = ({ signedIn, emptySearch }: { signedIn: boolean; emptySearch: boolean }) => {
  const mayPost = useMayPostJobs();
  const { headline, join } = useHomeTexts();
  const [, start = "", last = ""] = /^(.*?)\s*(\S+)$/.exec(headline) ?? [];
  return (
    <section data-theme="dark" className="overflow-hidden bg-pine">
      <Container
        className="pt-12 pb-8 sm:pt-16 lg:pb-6"
        {...sameHtml(["hero", signedIn, mayPost, emptySearch, headline, join], () => (
          <>
            <h1 className="max-w-5xl text-5xl font-extrabold tracking-display">
              {start}{" "}
              <span className="whitespace-nowrap">
                {last}
                <svg
                  viewBox="0 0 40 34"
                  aria-hidden="true"
                  className="ml-[.12em] inline-block h-[.62em] text-signal"
                >
                  <path d="M3 16l12 12L37 4" fill="none" stroke="currentColor" strokeWidth="8" />
                </svg>
              </span>
            </h1>
            <p className="mt-5 max-w-3xl text-lg text-balance text-ink-soft">
              From a dripping tap to a wedding album: find people near you who do it for a living,
              read what their customers say, and get it done.
            </p>
            <div className="mt-6 grid max-w-4xl gap-3">
              {emptySearch && (
                <Alert tone="danger" title={EMPTY_SEARCH.title}>
                  {EMPTY_SEARCH.description}
                </Alert>
              )}
              <SearchForm />
            </div>
            <div className="mt-4 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm">
              <span className="text-ink-soft">Popular:</span>
              {POPULAR.map((service) => (
                <Link
                  key={service}
                  to={`/directory?service=${encodeURIComponent(service)}`}
                  className="py-1 underline decoration-pine-line decoration-2 underline-offset-4 hover:decoration-signal"
                >
                  {service}
                </Link>
              ))}
            </div>
            <div className="mt-6 flex flex-col gap-3 sm:flex-row sm:flex-wrap">
              {mayPost ? (
                <ButtonLink to="/post-job" variant="outline" size="lg">
                  Post a Job
                </ButtonLink>
              ) : (
                <ButtonLink to="/job-directory" variant="outline" size="lg">
                  Browse jobs
                </ButtonLink>
              )}
              {!signedIn && (
                <ButtonLink
                  to="/signup?type=provider"
                  variant="quiet"
                  size="lg"
                  className="for-visitors underline underline-offset-4"
                >
                  {join}
                </ButtonLink>
              )}
            </div>
          </>
        ))}
      />
      <img
        src="/art/street.svg"
        alt=""
        width="1600"
        height="340"
        fetchPriority="high"
        className="h-44 w-full object-cover object-[56%_100%] sm:h-64 lg:h-auto lg:min-h-72"
      />
    </section>
  );
};
