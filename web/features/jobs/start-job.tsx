import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { NO_SENDER } from "#domain/accounts/sender.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { startJobSchema } from "#domain/jobs/posting.ts";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { CategoriesWithoutScript, CategoryPicker } from "#web/features/categories/index.ts";
import { supabase } from "#web/session/client.ts";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { SenderFields } from "#web/ui/connected/sender-fields.tsx";
import { useDraft } from "#web/ui/draft.ts";
import { Form, FormField, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { type PostedStart, startJob } from "./posted.ts";
import { useRequestedJob } from "./requested-job.ts";
import { UnderstoodBudget } from "./understood-budget.tsx";
import { useUncategorised } from "./use-uncategorised.ts";

/** A visitor's job in six fields; pictures and the rest can be added once it is posted. */
export const StartJob = ({
  groups,
  posted,
}: {
  groups: CategoryGroup[];
  /** The result of the form without scripts. */
  posted?: PostedStart | undefined;
}) => {
  const [sent, setSent] = useState(posted?.sent ?? null);
  const { title, location, categories } = useRequestedJob(groups);
  const form = useForm({
    resolver: zodResolver(startJobSchema),
    defaultValues: posted?.values ?? {
      ...NO_SENDER,
      what: title,
      categories,
      location,
      budget: "",
    },
  });
  const { saved } = useDraft(form, "job:visitor", "tab", posted?.values);
  const { errors, submitCount } = form.formState;
  useUncategorised(submitCount, errors.categories?.message);
  if (sent) return <CheckEmail {...sent} kind="job" />;
  return (
    <>
      <PostedNotice posted={posted} />
      <Form
        form={form}
        onSubmit={async (values) => {
          try {
            const draft = await startJob(await supabase(), values, performance.now());
            saved();
            setSent({ draft, email: values.email });
          } catch (error) {
            return { message: faultOf(error, UNEXPECTED_ERROR).message };
          }
        }}
      >
        <FormField
          form={form}
          name="what"
          label="What do you need?"
          hint="For example “Rewire a flat of two rooms in May”. You can add pictures once it is posted."
          required
        >
          <Textarea className="min-h-28" maxLength={LIMITS.jobs.description} />
        </FormField>
        <FormField form={form} name="categories" label="Category" required>
          {(field) => (
            <>
              <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
              <CategoriesWithoutScript groups={groups} chosen={field.value} />
            </>
          )}
        </FormField>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormField form={form} name="location" label="Location" hint="A town or city" optional>
            <Input maxLength={LIMITS.jobs.location} autoComplete="address-level2" />
          </FormField>
          <div className="grid gap-1.5">
            <FormField
              form={form}
              name="budget"
              label="Budget"
              hint="For example £150 to £300"
              optional
            >
              <Input maxLength={LIMITS.jobs.budget} />
            </FormField>
            <UnderstoodBudget words={form.watch("budget")} />
          </div>
        </div>
        <SenderFields form={form} button="Post Job" />
      </Form>
    </>
  );
};
