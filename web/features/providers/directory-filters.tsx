import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { Form, useNavigate } from "react-router";
import type { CategoryGroup } from "#domain/categories.ts";
import { CategoryOptions } from "#web/features/categories/index.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import {
  type DirectorySearch,
  hasFilters,
  RADII,
  readSearch,
  SORTS,
  writeSearch,
} from "./queries.ts";

/** Milliseconds of quiet before a typed location is looked for (spec 2 section 9). */
const LOCATION_PAUSE = 500;

/**
 * Search, location, category and order. The address is the state: without JavaScript it is a plain form;
 * with it, the location follows the typing, and category and order their choice.
 */
export const DirectoryFilters = ({
  search,
  groups,
}: {
  search: DirectorySearch;
  groups: CategoryGroup[];
}) => {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  useEffect(() => () => clearTimeout(timer.current), []);

  // The field is not made anew while somebody types in it, so it follows the address by hand.
  const place = useRef<HTMLInputElement>(null);
  const asked = useRef(search.location);
  useEffect(() => {
    if (search.location === asked.current) return;
    asked.current = search.location;
    clearTimeout(timer.current);
    if (place.current) place.current.value = search.location;
  }, [search.location]);

  // An address may ask for a distance that is not offered; the field must not hide it.
  const radii = [...new Set([...RADII, ...(search.within ? [search.within] : [])])].sort(
    (a, b) => a - b,
  );

  const apply = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) params.set(name, String(value));
    const next = readSearch(params);
    asked.current = next.location;
    void navigate(`/directory${writeSearch(next)}`, { preventScrollReset: true });
  };

  return (
    <Form
      ref={form}
      role="search"
      aria-label="Professionals"
      method="get"
      action="/directory"
      // Back and forward must show what that address asks for, also in fields that were typed into.
      key={`${search.service}|${search.category}|${search.sort}|${search.within}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
      className="grid items-end gap-4 rounded-lg border border-line bg-surface p-4 sm:grid-cols-2 sm:p-5 lg:grid-cols-3 2xl:grid-cols-[1.3fr_1fr_0.8fr_1fr_0.8fr_auto]"
    >
      <Field label="Search" className="sm:max-lg:col-span-2">
        <Input
          type="search"
          name="service"
          defaultValue={search.service}
          placeholder="Name, trade or skill"
          maxLength={200}
        />
      </Field>
      <Field label="Location">
        <Input
          ref={place}
          name="location"
          defaultValue={search.location}
          placeholder="Town or postcode"
          maxLength={120}
          autoComplete="address-level2"
          onChange={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(apply, LOCATION_PAUSE);
          }}
        />
      </Field>
      <Field label="Distance">
        <Select name="within" defaultValue={search.within ?? ""} onChange={apply}>
          <option value="">Any distance</option>
          {radii.map((miles) => (
            <option key={miles} value={miles}>
              Within {miles} {miles === 1 ? "mile" : "miles"}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Category">
        <Select name="category" defaultValue={search.category} onChange={apply}>
          <option value="">All Categories</option>
          <CategoryOptions groups={groups} />
        </Select>
      </Field>
      <Field label="Sort by">
        <Select name="sort" defaultValue={search.sort ?? "relevance"} onChange={apply}>
          {Object.entries(SORTS).map(([sort, { label }]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex gap-2">
        <Button
          type="submit"
          variant="signal"
          className="h-12 max-lg:flex-1"
          icon={<Search aria-hidden="true" />}
        >
          Search
        </Button>
        {hasFilters(search) && (
          <ButtonLink to="/directory" variant="quiet" className="h-12">
            Clear All
          </ButtonLink>
        )}
      </div>
    </Form>
  );
};
