import { zodResolver } from "@hookform/resolvers/zod";
import { z } from "zod";
import { ErrorSummary } from "#web/ui/error-summary.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { FormButtons } from "#web/ui/form-buttons.tsx";
import { Input } from "#web/ui/input.tsx";
import { StarsInput } from "#web/ui/stars-input.tsx";
import { toast } from "#web/ui/toast.ts";
import { Part } from "./part.tsx";

const schema = z.object({
  name: z.string().trim().min(1, "Full name is required"),
  email: z.email("Invalid email address"),
  rating: z.number().min(1, "Choose a rating"),
});

export const FormExample = () => {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: "", email: "", rating: 0 },
  });
  return (
    <Part
      name="Form, FormField, ErrorSummary, SubmitButton, FormButtons"
      rule="Send it empty to see the errors. The name “server” is refused by the server."
    >
      <ErrorSummary
        errors={[{ message: "Full name is required" }, { message: "Invalid email address" }]}
      />
      <Form
        form={form}
        onSubmit={async ({ name }) => {
          await new Promise((resolve) => setTimeout(resolve, 800));
          if (name === "server") return { message: "Failed to save.", fields: { name: "Taken" } };
          toast({ title: "Sent", description: `Thank you, ${name}`, variant: "success" });
        }}
      >
        <FormField form={form} name="name" label="Full name" required>
          <Input autoComplete="name" />
        </FormField>
        <FormField form={form} name="email" label="Email" required>
          <Input type="email" autoComplete="email" />
        </FormField>
        <FormField form={form} name="rating" label="Your rating" group>
          {(field) => <StarsInput value={field.value} onChange={field.onChange} />}
        </FormField>
        <SubmitButton>Send</SubmitButton>
        <FormButtons submit="Save" onCancel={() => form.reset()} />
      </Form>
    </Part>
  );
};
