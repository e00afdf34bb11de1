import { Fragment, type ReactNode } from "react";
import { accountsLabel } from "#domain/accounts/accounts.ts";
import { FEEDBACK_LABELS } from "#domain/feedback/feedback.ts";
import { priceOfMembership } from "#domain/membership/plans.ts";
import { useSession } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid gap-x-10 gap-y-3 border-t border-line py-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
    <h2 className="text-xl">{title}</h2>
    <div className="grid max-w-prose gap-3">{children}</div>
  </section>
);

const List = ({ items }: { items: readonly ReactNode[] }) => (
  <ul className="grid list-disc gap-2 pl-6">
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
      <li key={index}>{item}</li>
    ))}
  </ul>
);

export const FAIR_LEAD = "Who comes first, what feedback means, and what a membership buys.";

/** What decides who is seen, what feedback means and what money buys: each sentence is what the site does. */
export const FairScreen = () => {
  const { siteName, plans } = useSettings();
  const providers = accountsLabel("provider", siteName);
  const session = useSession();
  const mayPost = useMayPostJobs();
  return (
    <Container className="pb-16">
      <PageHeader title="How we keep this fair" lead={FAIR_LEAD} />
      <Part title="Nobody can pay for a higher place">
        <p>
          The closest matches come first: a name, trade, skill or town counts for more than a
          mention in a description. Equal matches rotate daily, so everyone gets a turn.
        </p>
        <p>
          You can sort by distance, rating or newest instead. For the rating, we add five ratings of
          4 stars to everybody's average, so one review can't outweigh many.
        </p>
      </Part>
      <Part title="What we check, and what to ask for">
        <p>
          Everyone confirms their email address before they can use an account.{" "}
          <strong>
            We don't check identity, qualifications or insurance: ask to see them before work
            begins.
          </strong>
        </p>
      </Part>
      <Part title="Feedback is the customers’ own">
        <List
          items={[
            "Nobody can leave feedback for themselves or their own business.",
            "A rating counts one review from each person about each professional: the newest.",
            "Feedback about a hire opens the day after the work starts, or when both sides say it's done.",
            "Professionals can reply to a review, but they can't change, hide or delete it.",
            "Our team reads feedback. If we change the wording, we label it as edited. We never change the stars.",
            "The home page shows the latest feedback, whatever it says.",
          ]}
        />
        <p className="mt-2">
          Labels beside a review come from what happened on the site. Nobody can buy one.
        </p>
        <List
          items={Object.values(FEEDBACK_LABELS).map(({ name, meaning }) => (
            <Fragment key={name}>
              <strong>{name}:</strong> {meaning}
            </Fragment>
          ))}
        />
      </Part>
      <Part title="Anything can be reported">
        <p>
          Every profile, job and review has a Report button, and you don't need an account to use
          it. A person decides. We tell you the outcome, and either side can appeal once. Each
          decision and its reason are recorded.
        </p>
      </Part>
      <Part title="What a membership buys">
        <p>
          {providers} pay {priceOfMembership(plans)} for a membership. It buys:
        </p>
        <List
          items={[
            "a listing in the directory",
            "services, prices and pictures of work on their page",
            "the contact details of open jobs",
          ]}
        />
        <p>
          It doesn't buy a higher place, better stars or the removal of a review. We take no
          commission: the price of a job is between the two of you.
        </p>
      </Part>
      <Part title="Your details are yours">
        <p>
          Searching, sending enquiries and posting jobs are free. An enquiry never shows your email
          or phone number. When you post a job, you decide how many professionals can see your
          details, you see who did, and you can withdraw their access.
        </p>
        <p>
          <Link to="/privacy" className="link">
            Read how we use your data
          </Link>
        </p>
      </Part>
      <div className="flex flex-col gap-3 border-t border-line pt-8 sm:flex-row sm:flex-wrap lg:pl-90">
        <ButtonLink to="/directory" variant="signal">
          Find Professionals
        </ButtonLink>
        {mayPost && (
          <ButtonLink to="/post-job" variant="outline">
            Post a Job
          </ButtonLink>
        )}
        {session.status !== "signed-in" && (
          <ButtonLink to="/signup?type=provider" variant="outline">
            Become a Provider
          </ButtonLink>
        )}
      </div>
    </Container>
  );
};
