import { useState } from "react";
import { Form, useSearchParams } from "react-router";
import { type CategoryGroup, slugOf } from "#domain/categories.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { searchGroups } from "./selection.ts";

/** /categories: every group, filtered while typing, and by `?q=` without scripts. */
export const CategoriesScreen = ({ groups }: { groups: CategoryGroup[] }) => {
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get("q") ?? "");
  const found = searchGroups(groups, typed);
  // A search filters what a card lists, not its count.
  const sizes = new Map(groups.map(({ slug, categories }) => [slug, categories.length]));
  return (
    <Container className="pb-20">
      <PageHeader title="Service Categories" lead="Browse every service." />
      <Form role="search" aria-label="Categories" method="get" action="/categories">
        <Input
          type="search"
          name="q"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="Search categories..."
          aria-label="Search categories"
          maxLength={INPUT_LIMITS.search}
          className="max-w-md"
        />
      </Form>
      <p role="status" className="sr-only">
        {found.length} {found.length === 1 ? "category" : "categories"} found
      </p>
      {found.length === 0 ? (
        <EmptyState
          title="No categories found"
          action={
            <ButtonLink
              to={`/directory?${new URLSearchParams({ service: typed.trim() })}`}
              variant="signal"
            >
              Search all professionals
            </ButtonLink>
          }
        >
          <p className="wrap-anywhere">
            No category is called “{typed.trim()}”, but somebody may offer it. Try another word, or
            search what professionals say they do.
          </p>
        </EmptyState>
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((group) => (
            <li key={group.slug}>
              <Card interactive className="h-full">
                <h2 className="text-xl">
                  <Link
                    to={`/categories/${group.slug}`}
                    className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
                  >
                    {group.name}
                  </Link>
                </h2>
                <p className="mt-1 text-sm font-semibold text-brand">
                  {sizes.get(group.slug)} subcategories
                </p>
                {/* Above the card's own link, which covers the rest. */}
                <ul className="mt-3 flex flex-wrap gap-x-3 text-sm text-ink-soft">
                  {group.categories.map(({ id, name }) => (
                    <li key={id} className="relative z-1">
                      <Link
                        to={`/categories/${slugOf(name)}`}
                        className="inline-block py-0.5 underline decoration-line-strong underline-offset-3 hover:text-ink hover:decoration-current"
                      >
                        {name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Container>
  );
};
