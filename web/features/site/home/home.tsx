import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import type { LiveHome } from "./live.ts";
import { NewestJobs, Professionals, Proof, Reviews } from "./live-sections.tsx";
import { Showcase } from "./showcase.tsx";
import { Testimonials } from "./testimonials.tsx";

/** The next step at the end of the page, for those who may post a job. */
const Closing = ({ signedIn }: { signedIn: boolean }) =>
  useMayPostJobs() && (
    <section aria-labelledby="closing" className="border-t border-line bg-brand-wash">
      <Container className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5 py-10 sm:py-14">
        <div>
          <h2 id="closing" className="text-2xl">
            Got something that needs doing?
          </h2>
          <p className="mt-1">Posting a job is free.</p>
        </div>
        <div className="flex flex-col gap-3 max-sm:w-full sm:flex-row">
          <ButtonLink to="/post-job" variant="signal" size="lg">
            Post a Job
          </ButtonLink>
          {!signedIn && (
            <ButtonLink
              to="/signup?type=provider"
              variant="outline"
              size="lg"
              className="for-visitors"
            >
              Become a Provider
            </ButtonLink>
          )}
        </div>
      </Container>
    </section>
  );

/** The home page (spec 1 sections 1 and 2). Signed-in people are not asked to join again. */
export const Home = ({
  signedIn,
  live = null,
  emptySearch = false,
}: {
  signedIn: boolean;
  /** Null if it could not be loaded. */
  live?: LiveHome | null;
  /** Both fields of the search were empty. */
  emptySearch?: boolean;
}) => (
  <>
    <Hero signedIn={signedIn} emptySearch={emptySearch} />
    {live && <Proof live={live} />}
    <Showcase />
    {live && <Professionals live={live} />}
    <HowItWorks />
    {live && <NewestJobs live={live} />}
    {live && <Reviews live={live} />}
    <Testimonials aside={live !== null && live.reviews.length > 0} />
    <Closing signedIn={signedIn} />
  </>
);
