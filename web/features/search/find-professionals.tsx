import { Form } from "react-router";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** A search of the directory, for a page on which there is nothing else to find. */
export const FindProfessionals = () => (
  <Form role="search" action="/directory" className="mt-5 flex flex-wrap items-end gap-3">
    <Field label="Find Professionals" className="grow basis-40 text-left">
      <Input
        type="search"
        name="service"
        placeholder="Name, trade or skill"
        maxLength={INPUT_LIMITS.service_search}
      />
    </Field>
    <Button type="submit" variant="signal" className="min-h-12">
      Search
    </Button>
  </Form>
);
