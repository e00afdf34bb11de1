import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";

/** The next step at the end of the page, for those who may post a job. */
export const Closing = ({ signedIn }: { signedIn: boolean }) =>
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
