import Search from "lucide-react/icons/search";
import { useEffect, useRef } from "react";
import { Form, useFetcher, useNavigate } from "react-router";
import { type CategoryGroup, labelOf, selectionOf } from "#domain/categories/categories.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { RADII } from "#domain/values/places.ts";
import { CategoryOptions } from "#web/features/categories/index.ts";
import { SearchInput } from "#web/features/search/index.ts";
import { isReachable } from "#web/session/reachable.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Field } from "#web/ui/field.tsx";
import { closeFold, FormFold, UNDER_FOLD } from "#web/ui/form-fold.tsx";
import { Link } from "#web/ui/link.tsx";
import { Select } from "#web/ui/select.tsx";
import { COVERING, type DirectorySearch, readSearch, USUAL_MILES, writeSearch } from "./queries.ts";

/** Milliseconds of quiet before a typed location is looked for (spec 2 section 9). */
const LOCATION_PAUSE = 500;

/** The id of the form, to which the order belongs too. */
export const FORM = "professionals";

/** On a tablet, where the distance may be beside it or not. */
const THIRD_OR_HALF =
  "sm:max-lg:col-span-2 sm:max-lg:group-has-[[name=location]:placeholder-shown]:col-span-3";

/** Browsers find a form's fields by name, including those elsewhere on the page. */
const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null;

/** An active search in one line. */
const inWords = ({ service, category, location, within, covering }: DirectorySearch): string =>
  [
    service,
    category && labelOf(category),
    location && covering
      ? `covers ${location}`
      : location && within
        ? `${location}, within ${within} ${within === 1 ? "mile" : "miles"}`
        : location,
  ]
    .filter(Boolean)
    .join(" \u00b7 ");

/** Every category, loaded when a person first uses the form: most visitors never open the list. */
const useAllGroups = (few: CategoryGroup[]) => {
  const { data, load } = useFetcher<{ groups: CategoryGroup[] }>();
  const requested = useRef(false);
  return {
    groups: data?.groups ?? few,
    refresh: async () => {
      if (requested.current) return;
      requested.current = true;
      // The router would put an error in place of the page; the list of main categories is enough.
      requested.current = await isReachable();
      if (requested.current) await load("/categories");
    },
  };
};

/**
 * Search, location, distance and category. The state is in the address. Without JavaScript it is a plain
 * form; with it, the results follow the typing and the selects.
 */
export const DirectoryFilters = ({
  search,
  around = null,
  groups: few,
}: {
  search: DirectorySearch;
  /** The distance of the search in miles, also if nobody chose it: around a postcode. */
  around?: number | null | undefined;
  /** The main categories; only the chosen one needs its subcategories. */
  groups: CategoryGroup[];
}) => {
  const form = useRef<HTMLFormElement>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const navigate = useNavigate();
  const { groups, refresh } = useAllGroups(few);
  useEffect(() => () => clearTimeout(timer.current), []);

  // For a postcode the server measures a distance, whatever the address says.
  const within = around ?? search.within ?? USUAL_MILES;
  const distance = search.covering ? COVERING : String(within);
  // An address may contain a value that is not offered; the fields must show it.
  const unlisted =
    search.category !== "" &&
    !groups.some(
      ({ name, categories }) =>
        search.category === selectionOf(name) ||
        categories.some((one) => search.category === selectionOf(name, one.name)),
    );
  const radii = [...new Set([...RADII, ...(within > 0 ? [within] : [])])].sort((a, b) => a - b);

  // Fields are not replaced while a person is in them, so they follow the address by code. Back and forward
  // must show that address's values, and a response must not undo later typing.
  const address = writeSearch({ ...search, page: 1 });
  const lastAddress = useRef(address);
  useEffect(() => {
    if (!form.current) return;
    const shown: Record<string, string> = { within: distance };
    if (address !== lastAddress.current) {
      clearTimeout(timer.current);
      const { service, location, category, sort = "relevance" } = search;
      Object.assign(shown, { service, location, category, sort });
    }
    lastAddress.current = address;
    for (const [name, value] of Object.entries(shown)) {
      const field = fieldOf(form.current, name);
      if (field) field.value = value;
    }
  }, [address, distance, search]);

  const apply = () => {
    clearTimeout(timer.current);
    if (!form.current) return;
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) params.set(name, String(value));
    const next = readSearch(params);
    const place = fieldOf(form.current, "location");
    // 'within 10 miles of LS6' is a place and a distance, and then fills their two fields.
    if (place && place.value.trim() !== next.location) place.value = next.location;
    lastAddress.current = writeSearch(next);
    void navigate(`/directory${lastAddress.current}`, { preventScrollReset: true });
  };

  return (
    <>
      <FormFold
        ref={fold}
        words={inWords(search)}
        onOpen={() => form.current && fieldOf(form.current, "service")?.focus()}
      />
      <Form
        ref={form}
        id={FORM}
        role="search"
        aria-label="Professionals"
        method="get"
        action="/directory"
        onFocus={() => void refresh()}
        onPointerEnter={() => void refresh()}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
          closeFold(fold.current);
        }}
        className={cx(
          UNDER_FOLD,
          "group grid items-end gap-3 rounded-lg border border-line bg-surface p-4 sm:grid-cols-6 sm:gap-4 sm:p-5 lg:grid-cols-[1.4fr_1.1fr_1fr_1.3fr_auto] lg:has-[[name=location]:placeholder-shown]:grid-cols-[1.4fr_1.1fr_1.3fr_auto] print:hidden",
        )}
      >
        <Field label="Search" className={cx("relative", THIRD_OR_HALF)}>
          <SearchInput
            suggests="service"
            type="search"
            name="service"
            defaultValue={search.service}
            placeholder="Name, trade or skill"
            maxLength={INPUT_LIMITS.service_search}
          />
        </Field>
        <Field label="Location" className={cx("relative", THIRD_OR_HALF)}>
          <SearchInput
            suggests="location"
            name="location"
            defaultValue={search.location}
            placeholder="Town or postcode"
            maxLength={INPUT_LIMITS.search}
            autoComplete="address-level2"
            onChange={() => {
              clearTimeout(timer.current);
              timer.current = setTimeout(apply, LOCATION_PAUSE);
            }}
          />
        </Field>
        {/* It appears once there is a place to measure from. */}
        <Field
          label="Distance"
          className="group-has-[[name=location]:placeholder-shown]:hidden sm:max-lg:col-span-2"
        >
          <Select name="within" defaultValue={distance} onChange={apply}>
            <option value="0">
              {search.sort === "distance" ? "Any distance" : "This area only"}
            </option>
            <option value={COVERING}>Covers my street</option>
            {radii.map((miles) => (
              <option key={miles} value={miles}>
                Within {miles} {miles === 1 ? "mile" : "miles"}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Category"
          className="sm:max-lg:col-span-4"
          aside={
            <Link to="/categories" className="link text-sm">
              See all categories
            </Link>
          }
        >
          <Select name="category" defaultValue={search.category} onChange={apply}>
            <option value="">All Categories</option>
            {unlisted && <option value={search.category}>{labelOf(search.category)}</option>}
            <CategoryOptions groups={groups} />
          </Select>
        </Field>
        <Button
          type="submit"
          variant="signal"
          className="h-12 sm:max-lg:col-span-2"
          icon={<Search aria-hidden="true" />}
        >
          Search
        </Button>
      </Form>
    </>
  );
};
