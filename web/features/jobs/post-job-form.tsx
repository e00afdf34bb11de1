import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import type { CategoryGroup } from "#domain/categories.ts";
import { jobSchema } from "#domain/job-posting.ts";
import { CategoryPicker } from "#web/features/categories/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { postJob } from "./writes.ts";

/** The form of /post-job; the contact begins as the poster's own. */
export const PostJobForm = ({
  groups,
  poster,
}: {
  groups: CategoryGroup[];
  poster: { id: string; name: string; email: string; phone: string; location: string };
}) => {
  const navigate = useNavigate();
  const { run } = useWrite(postJob);
  const form = useForm({
    resolver: zodResolver(jobSchema),
    defaultValues: {
      title: "",
      description: "",
      categories: [] as string[],
      location: poster.location,
      budget: "",
      contactName: poster.name,
      contactEmail: poster.email,
      contactPhone: poster.phone,
    },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        try {
          await run(values, poster.id);
        } catch (error) {
          const { code, message } = error as { code?: string; message?: string };
          const reason =
            code === "42501"
              ? "Please confirm your email address before you post a job."
              : (message ?? "Please try again.");
          toast({ title: "Error posting job", description: reason, variant: "destructive" });
          return { message: reason };
        }
        toast({ title: "Job posted successfully", variant: "success" });
        await navigate("/job-directory");
      }}
    >
      <FormField form={form} name="title" label="Job Title" required>
        <Input maxLength={150} placeholder="For example: Rewire a two-bedroom flat" />
      </FormField>
      <FormField
        form={form}
        name="description"
        label="Job Description"
        hint="What needs doing, by when, and anything a professional should know before they come."
        required
      >
        <Textarea rows={6} maxLength={5000} />
      </FormField>
      <FormField form={form} name="categories" label="Category" required>
        {(field) => (
          <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
        )}
      </FormField>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="location" label="Location" optional>
          <Input maxLength={120} placeholder="Town or city" autoComplete="address-level2" />
        </FormField>
        <FormField form={form} name="budget" label="Budget" optional>
          <Input maxLength={100} placeholder="£150-300, up to £1k or £25/hour" />
        </FormField>
      </div>
      <fieldset className="grid gap-5 border-t border-line pt-6">
        <legend className="float-left mb-1 w-full font-display text-xl font-bold">
          How can they reach you?
        </legend>
        <p className="text-ink-soft">
          Only professionals with a membership can unlock these details, and you see who did.
        </p>
        <FormField form={form} name="contactName" label="Contact Name" optional>
          <Input maxLength={120} autoComplete="name" />
        </FormField>
        <div className="grid gap-5 sm:grid-cols-2">
          <FormField form={form} name="contactEmail" label="Contact Email" required>
            <Input type="email" maxLength={200} autoComplete="email" />
          </FormField>
          <FormField form={form} name="contactPhone" label="Contact Phone" optional>
            <Input type="tel" maxLength={40} autoComplete="tel" />
          </FormField>
        </div>
      </fieldset>
      <SubmitButton size="lg" className="justify-self-start">
        Post Job
      </SubmitButton>
    </Form>
  );
};
