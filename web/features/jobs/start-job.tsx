import { NO_SENDER } from "#domain/accounts/sender.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { startJobSchema } from "#domain/jobs/posting.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { CategoriesWithoutScript, CategoryPicker } from "#web/features/categories/index.ts";
import { CheckEmail } from "#web/ui/connected/check-email.tsx";
import { SenderFields } from "#web/ui/connected/sender-fields.tsx";
import { useStarted } from "#web/ui/connected/use-started.ts";
import { Form, FormField } from "#web/ui/form.tsx";
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
  const { title, location, categories } = useRequestedJob(groups);
  const empty = { ...NO_SENDER, what: title, categories, location, budget: "" };
  const { form, sent, submit } = useStarted("job:visitor", startJobSchema, empty, posted, startJob);
  const { errors, submitCount } = form.formState;
  useUncategorised(submitCount, errors.categories?.message);
  if (sent) return <CheckEmail {...sent} kind="job" />;
  return (
    <>
      <PostedNotice posted={posted} />
      <Form form={form} onSubmit={submit}>
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
