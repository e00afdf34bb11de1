import { useState } from "react";
import { Form, useSearchParams } from "react-router";
import { type CategoryGroup, slugOf } from "#domain/categories.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { breakable } from "#web/ui/breakable.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostInstead } from "#web/ui/post-instead.tsx";
import { tradeArt } from "./art/index.ts";
import { searchGroups } from "./selection.ts";

/** A group, and what belongs to it. */
const Group = ({ group, size }: { group: CategoryGroup; size: number | undefined }) => (
  <Card padded={false} className="p-4 sm:p-5">
    <div className="flex items-start gap-3.5">
      <img
        src={tradeArt(group.name)}
        alt=""
        loading="lazy"
        width="64"
        height="40"
        className="shrink-0 rounded-md"
      />
      <div className="min-w-0">
        <h2 className="text-lg leading-tight">
          <Link to={`/categories/${group.slug}`} className="hover:underline">
            {breakable(group.name)}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-ink-soft">{size} subcategories</p>
      </div>
    </div>
    <ul className="mt-2 grid grid-cols-2 gap-x-4 text-sm">
      {group.categories.map(({ id, name }) => (
        <li key={id} className="py-1">
          <Link
            to={`/categories/${slugOf(name)}`}
            className="underline decoration-line-strong underline-offset-4 wrap-anywhere hover:text-brand"
          >
            {breakable(name)}
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);

/** /categories: every group, filtered while typing, and by `?q=` without scripts. */
export const CategoriesScreen = ({ groups }: { groups: CategoryGroup[] }) => {
  const mayPost = useMayPostJobs();
  const [params] = useSearchParams();
  const [typed, setTyped] = useState(params.get("q") ?? "");
  const found = searchGroups(groups, typed);
  // A search filters what a card lists, not its count.
  const sizes = new Map(groups.map(({ slug, categories }) => [slug, categories.length]));
  return (
    <Container className="pb-20">
      <PageHeader
        title="Service Categories"
        lead="See who offers each service, with their prices and reviews."
      />
      <Form
        role="search"
        aria-label="Categories"
        method="get"
        action="/categories"
        className="max-w-md"
      >
        <Input
          icon={<Glyph name="search" />}
          type="search"
          name="q"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="Search categories..."
          aria-label="Search categories"
          maxLength={INPUT_LIMITS.search}
        />
      </Form>
      <p role="status" className="sr-only">
        {found.length} {found.length === 1 ? "category" : "categories"} found
      </p>
      {found.length === 0 ? (
        <EmptyState
          title="No categories found"
          action={
            <>
              <ButtonLink
                to={`/directory?${new URLSearchParams({ service: typed.trim() })}`}
                variant="signal"
              >
                Search professionals for “{typed.trim()}”
              </ButtonLink>
              <ButtonLink to="/categories" variant="outline" onClick={() => setTyped("")}>
                Show every category
              </ButtonLink>
            </>
          }
        >
          <p className="wrap-anywhere">
            Nothing called “{typed.trim()}”. Try another word, or search professionals.
          </p>
        </EmptyState>
      ) : (
        <ul className="mt-8 gap-4 sm:columns-2 lg:columns-3">
          {found.map((group) => (
            <li key={group.slug} className="break-inside-avoid pb-4">
              <Group group={group} size={sizes.get(group.slug)} />
            </li>
          ))}
        </ul>
      )}
      {mayPost && <PostInstead title="Not sure what you need?" />}
    </Container>
  );
};
