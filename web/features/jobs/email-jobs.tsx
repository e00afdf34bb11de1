import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useActionData } from "react-router";
import { NO_SENDER, senderSchema } from "#domain/accounts/drafts.ts";
import type { JobFilter } from "#domain/jobs/jobs.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { supabase } from "#web/session/client.ts";
import { useSession } from "#web/session/session.ts";
import { Card } from "#web/ui/card.tsx";
import { AgreeToTerms } from "#web/ui/connected/agree-to-terms.tsx";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { Unseen } from "#web/ui/connected/sender-fields.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { ALERT_NAME, type PostedAlert, startAlert } from "./posted-alert.ts";

const AlertForm = ({ filter }: { filter: JobFilter }) => {
  const [posted] = useState(useActionData<PostedAlert>());
  const [sent, setSent] = useState(posted?.sent ?? null);
  const form = useForm({
    resolver: zodResolver(senderSchema),
    defaultValues: posted?.values ?? { ...NO_SENDER, name: ALERT_NAME },
  });
  if (sent) return <CheckEmail {...sent} kind="alert" />;
  return (
    <Card className="mt-10">
      <h2 className="text-xl">Email me new jobs like these</h2>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        One email a morning, only when there are any. No account needed; one press ends it.
      </p>
      <PostedNotice posted={posted} />
      <Form
        form={form}
        summary={false}
        onSubmit={async (values) => {
          try {
            const draft = await startAlert(await supabase(), filter, values, performance.now());
            setSent({ draft, email: values.email });
          } catch (error) {
            return { message: faultOf(error, UNEXPECTED_ERROR).message };
          }
        }}
      >
        <FormField form={form} name="email" label="Your email" required>
          <Input type="email" maxLength={INPUT_LIMITS.email} autoComplete="email" />
        </FormField>
        <Unseen form={form} />
        <AgreeToTerms doing="sending" />
        <SubmitButton variant="outline" className="justify-self-start">
          Email me
        </SubmitButton>
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
      <AlertForm key={`${filter.category} ${filter.location}`} filter={filter} />
    </div>
  );
};
