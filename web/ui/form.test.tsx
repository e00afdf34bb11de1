import { zodResolver } from "@hookform/resolvers/zod";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { z } from "zod";
import { Form, FormField, SubmitButton, useForm } from "./form.tsx";
import { Input } from "./input.tsx";
import { StarsInput } from "./stars-input.tsx";

const schema = z.object({ email: z.email("Invalid email address"), rating: z.number().min(1) });

const Example = () => {
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: "ada@example.com", rating: 3 },
  });
  return (
    <Form form={form} onSubmit={() => undefined}>
      <FormField form={form} name="email" label="Email" required>
        <Input type="email" />
      </FormField>
      <FormField form={form} name="rating" label="Your rating" group>
        {(field) => <StarsInput value={field.value} onChange={field.onChange} />}
      </FormField>
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
};

it("wires each field, and never puts what was typed into the address", () => {
  const drawn = renderToStaticMarkup(<Example />);
  const id = /<label for="([^"]+)"/.exec(drawn)?.[1] ?? "none";
  expect(drawn).toMatch(new RegExp(`<input[^>]* id="${id}"[^>]* name="email"`));
  expect(drawn).toContain('aria-required="true"');
  expect(drawn).toMatch(/<form[^>]* method="post"/);
  expect(drawn.match(/checked=""/g)).toHaveLength(1);
  expect(drawn).not.toContain("There is a problem");
  expect(drawn).toContain('type="submit"');
});
