import { Form } from "react-router";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { SearchInput } from "#web/features/search/index.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";

/** Searches one category near a place: a plain form to the directory, which measures the distance. */
export const TownSearch = ({ category, town }: { category: string; town: string | null }) => (
  <Form
    role="search"
    aria-label="Professionals near you"
    method="get"
    action="/directory"
    className="flex w-full max-w-md items-end gap-3 print:hidden"
  >
    <input type="hidden" name="category" value={category} />
    <Field label="Where do you need it?" className="relative min-w-0 flex-1">
      <SearchInput
        suggests="location"
        name="location"
        defaultValue={town ?? ""}
        required
        placeholder="Town or postcode"
        maxLength={INPUT_LIMITS.search}
        autoComplete="address-level2"
      />
    </Field>
    <Button type="submit" variant="signal" className="h-12">
      Search
    </Button>
  </Form>
);
