import ChevronRight from "lucide-react/icons/chevron-right";
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
import { FoldedChips } from "#web/ui/folded-chips.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostInstead } from "#web/ui/post-instead.tsx";
import { tradeArt } from "./art/index.ts";
import { searchGroups } from "./selection.ts";

/** A whole group, and above its link, which covers the card, one for each of its categories. */
const GroupCard = ({ group, size }: { group: CategoryGroup; size: number | undefined }) => (
  <Card interactive padded={false} className="h-full p-4 sm:p-5">
    <div className="flex items-start gap-3.5">
      <img
        src={tradeArt(group.name)}
        alt=""
        loading="lazy"
        width="64"
        height="40"
        className="shrink-0 rounded-md"
      />
      <div className="min-w-0 grow">
        <h2 className="text-lg leading-tight">
          <Link
            to={`/categories/${group.slug}`}
            className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-3 focus-visible:after:outline-focus"
          >
            {breakable(group.name)}
          </Link>
        </h2>
        <p className="mt-0.5 text-sm text-ink-soft">{size} subcategories</p>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </div>
    <div className="mt-4">
      <FoldedChips
        items={group.categories}
        keyOf={({ id }) => id}
        most={3}
        className="gap-1.5 text-sm"
      >
        {({ name }) => (
          <Link
            to={`/categories/${slugOf(name)}`}
            className="inline-flex min-h-10 items-center wrap-anywhere rounded-[1.25rem] bg-sunken px-3 py-1.5 hover:bg-hover hover:underline sm:min-h-8 sm:px-2.5"
          >
            {name}
          </Link>
        )}
      </FoldedChips>
    </div>
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
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((group) => (
            <li key={group.slug}>
              <GroupCard group={group} size={sizes.get(group.slug)} />
            </li>
          ))}
        </ul>
      )}
      {mayPost && <PostInstead title="Not sure what you need?" />}
    </Container>
  );
};
