import { Alert } from "#web/ui/alert.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Done } from "#web/ui/done.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadProblem } from "#web/ui/load-problem.tsx";
import { NeedsScripts } from "#web/ui/needs-scripts.tsx";
import { PostInstead } from "#web/ui/post-instead.tsx";
import { refusedForm } from "#web/ui/posted-form.ts";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { RetryAlert } from "#web/ui/retry-alert.tsx";
import { Skeleton, SkeletonHead, Skeletons } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { Part, Row } from "./part.tsx";

/** Nothing there, still loading, and gone wrong. */
export const States = () => (
  <>
    <Part
      name="EmptyState, PostInstead"
      rule="Say what is missing and offer the next step. One drawing for each kind of place. A list ends in a way on."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <EmptyState
          title="No jobs found matching your filters"
          action={<Button variant="outline">Clear Filters</Button>}
        >
          Try a wider area or another category.
        </EmptyState>
        <EmptyState art="letter" title="No feedback yet">
          Be the first to leave feedback.
        </EmptyState>
        <EmptyState art="shelf" title="Nothing saved">
          Save a professional to find them here.
        </EmptyState>
        <EmptyState art="lost" title="Page Not Found">
          Check the address, or start on the home page.
        </EmptyState>
      </div>
      <PostInstead title="Not found the right person?" />
    </Part>
    <Part
      name="Skeletons, Skeleton, SkeletonHead, Spinner"
      rule="Loading takes the place and the shape of what comes, so nothing jumps. A spinner is for a button alone."
    >
      <Skeletons
        count={2}
        label="What a list looks like until it is there"
        className="grid gap-4 sm:grid-cols-2"
      />
      <SkeletonHead />
      <Skeleton className="h-4 w-full" />
      <Spinner />
    </Part>
    <Part
      name="Alert, Done, Banner, LoadProblem, RetryAlert, PostedNotice, NeedsScripts"
      rule="What happened, and what to do next. An error appears once."
    >
      <Alert title="Confirm your email">After signing up you confirm your email address.</Alert>
      <Alert tone="success">Thank you for your feedback.</Alert>
      <Alert tone="warning">No professionals match your current filters.</Alert>
      <Alert tone="danger" title="Upload failed" action={<Button size="sm">Try again</Button>}>
        There was an error uploading your profile picture.
      </Alert>
      <Done
        title="Your enquiry has been sent"
        subject="A bookcase for the landing"
        actions={<ButtonLink to="/styleguide">See your enquiries</ButtonLink>}
      >
        You'll get the reply here and by email.
      </Done>
      <Banner
        tone="warning"
        onDismiss={() => undefined}
        action={
          <Button size="sm" variant="outline">
            Resend Email
          </Button>
        }
      >
        Please confirm your email address.
      </Banner>
      <LoadProblem title="The professionals could not be loaded" />
      <RetryAlert title="This chart could not be loaded" onRetry={() => undefined}>
        Check your connection.
      </RetryAlert>
      <PostedNotice posted={refusedForm("Add a subject", "Add a message")} />
      <NeedsScripts>
        <Row>This is shown while scripts run.</Row>
      </NeedsScripts>
    </Part>
  </>
);
