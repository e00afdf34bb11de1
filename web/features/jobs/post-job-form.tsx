import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { CONTACT_DAYS } from "#domain/jobs/lifecycle.ts";
import { type NewJob, REVEAL_LIMITS } from "#domain/jobs/posting.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { CategoriesWithoutScript, CategoryPicker } from "#web/features/categories/index.ts";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PictureField } from "#web/ui/pictures/picture-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { UnderstoodBudget } from "./understood-budget.tsx";
import { useUncategorised } from "./use-uncategorised.ts";

/** The job's details, and beneath them the poster's contact details. */
export const PostJobForm = ({
  form,
  groups,
  userId,
  onReady,
}: {
  form: UseFormReturn<NewJob>;
  groups: CategoryGroup[];
  userId: string;
  /** Everything is valid: the preview follows. */
  onReady: () => void;
}) => {
  const { errors, submitCount } = form.formState;
  useUncategorised(submitCount, errors.categories?.message);
  const [uploading, setUploading] = useState(false);
  const limits = [...new Set([...REVEAL_LIMITS, form.getValues("reveal_limit")])];
  return (
    <Form form={form} onSubmit={onReady}>
      <h2 className="text-xl">What do you need?</h2>
      <FormField
        form={form}
        name="title"
        label="Job Title"
        hint="For example “Rewire a flat”"
        required
      >
        <Input maxLength={LIMITS.jobs.title} />
      </FormField>
      <FormField
        form={form}
        name="description"
        label="Job Description"
        hint="What needs doing, by when, and anything a professional should know before they come."
        required
      >
        <Textarea className="min-h-40" maxLength={LIMITS.jobs.description} />
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
        <FormField
          form={form}
          name="location"
          label="Location"
          hint="Where the work is: a town or city"
          optional
        >
          <Input maxLength={LIMITS.jobs.location} autoComplete="address-level2" />
        </FormField>
        <div className="grid gap-1.5">
          <FormField
            form={form}
            name="budget"
            label="Budget"
            hint="For example £150 to £300, or £25 an hour"
            optional
          >
            <Input maxLength={LIMITS.jobs.budget} />
          </FormField>
          <UnderstoodBudget words={form.watch("budget")} />
        </div>
      </div>
      <FormField form={form} name="pictures" label="Pictures" group optional>
        {(field) => (
          <PictureField
            pictures={field.value}
            userId={userId}
            bucket="pictures"
            onChange={field.onChange}
            uploading={uploading}
            onUploading={setUploading}
          />
        )}
      </FormField>
      <fieldset className="mt-3 grid gap-5 border-t border-line pt-6">
        <legend className="float-left -mb-3 w-full font-display text-xl font-bold">
          How can they reach you?
        </legend>
        <p className="text-ink-soft">
          Only professionals with a membership can see these details, and you see who they are. We
          erase the details {CONTACT_DAYS} days after the job ends.
        </p>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <FormField form={form} name="contact_name" label="Contact Name" optional>
            <Input maxLength={LIMITS.jobs.contact_name} autoComplete="name" />
          </FormField>
          <FormField form={form} name="contact_email" label="Contact Email" required>
            <Input type="email" maxLength={LIMITS.jobs.contact_email} autoComplete="email" />
          </FormField>
          <FormField form={form} name="contact_phone" label="Contact Phone" optional>
            <Input type="tel" maxLength={LIMITS.jobs.contact_phone} autoComplete="tel" />
          </FormField>
          <FormField
            form={form}
            name="reveal_limit"
            label="How many professionals can contact you?"
          >
            {(field) => (
              <Select
                name={field.name}
                value={String(field.value)}
                onChange={({ target }) =>
                  field.onChange(target.value === "null" ? null : Number(target.value))
                }
              >
                {limits.map((limit) => (
                  <option key={limit} value={String(limit)}>
                    {limit === null
                      ? "Any number"
                      : `At most ${countOf(limit, "professional", "professionals")}`}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
      </fieldset>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton size="lg" className="max-sm:w-full" disabled={uploading}>
          Preview your job
        </SubmitButton>
        <p className="text-sm text-ink-soft">Check it before you post it.</p>
      </div>
    </Form>
  );
};
