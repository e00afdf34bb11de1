import { useState } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { JobFilter } from "#domain/jobs/jobs.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { AgreeToTerms } from "#web/ui/connected/agree-to-terms.tsx";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { Unseen } from "#web/ui/connected/unseen.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import type { PostedAlert } from "./posted-alert.ts";

/** The server handles it with and without scripts, as the list needs no form library. */
const AlertForm = () => {
  const posted = useActionData<PostedAlert>();
  // The router forgets it with the first data that scripts load.
  const [latest, setLatest] = useState(posted);
  if (posted && posted !== latest) setLatest(posted);
  const busy = useNavigation().state === "submitting";
  if (latest?.sent) return <CheckEmail {...latest.sent} kind="alert" />;
  return (
    <Card className="mt-10">
      <h2 className="text-xl">Email me new jobs like these</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        One email a morning, only when there are any. No account needed; one press ends it.
      </p>
      <PostedNotice posted={latest} />
      <Form method="post" preventScrollReset className="grid gap-5">
        <Field label="Your email" required>
          <Input
            type="email"
            name="email"
            defaultValue={latest?.values.email}
            maxLength={INPUT_LIMITS.email}
            autoComplete="email"
          />
        </Field>
        <Unseen name="homepage" />
        <AgreeToTerms doing="sending" />
        <Button type="submit" variant="outline" busy={busy} className="justify-self-start">
          Email me
        </Button>
      </Form>
    </Card>
  );
};

/** For visitors who have filtered the jobs by category or place. */
export const EmailJobs = ({ filter }: { filter: JobFilter }) => {
  const session = useSession();
  if (session.status === "signed-in" || (!filter.category && !filter.location)) return null;
  return (
    <div className={session.status === "loading" ? "in-data-[session=stored]:hidden" : undefined}>
      <AlertForm key={`${filter.category} ${filter.location}`} />
    </div>
  );
};
