import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import { Form, useSearchParams } from "react-router";
import { type CategoryGroup, slugOf } from "#domain/categories/categories.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { countOf } from "#domain/values/numbers.ts";
import { useMayPostJobs } from "#web/session/use-may-post-jobs.ts";
import { breakable } from "#web/ui/breakable.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Glyph } from "#web/ui/glyph.tsx";
import { Input } from "#web/ui/input.tsx";
import { Link } from "#web/ui/link.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PostInstead } from "#web/ui/post-instead.tsx";
import { tradeArt } from "./art/trade-art.ts";
import { searchGroups } from "./selection.ts";

/** A group, and what belongs to it. On a phone a group that nobody searched in is one line, and its page lists the rest. */
const Group = ({
  group,
  size,
  searched,
}: {
  group: CategoryGroup;
  size: number | undefined;
  searched: boolean;
}) => (
  <Card padded={false} className="overflow-hidden">
    <div className="group relative flex items-center gap-3 p-3 sm:block sm:p-0">
      <img
        src={tradeArt(group.name)}
        alt=""
        loading="lazy"
        width="400"
        height="250"
        className="aspect-[8/5] w-20 shrink-0 rounded-md object-cover sm:aspect-[2/1] sm:w-full sm:rounded-none"
      />
      <div className="min-w-0 grow sm:px-5 sm:pt-4">
        <h2 className="text-base leading-tight sm:text-lg">
          <Link
            to={`/categories/${group.slug}`}
            className="row-link underline-offset-4 group-hover:underline"
          >
            {breakable(group.name)}
          </Link>
        </h2>
        <p className="mt-0.5 line-clamp-2 text-sm text-ink-soft">
          <span>{countOf(size ?? 0, "subcategory", "subcategories")}</span>
          {!searched && (
            <span className="sm:hidden">
              : {group.categories.map(({ name }) => name).join(", ")}
            </span>
          )}
        </p>
      </div>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft sm:hidden" />
    </div>
    <ul className={cx("columns-2 gap-x-4 px-5 pt-2 pb-4 text-sm", !searched && "max-sm:hidden")}>
      {group.categories.map(({ id, name }) => (
        <li key={id} className="break-inside-avoid">
          <Link
            to={`/categories/${slugOf(name)}`}
            className="block py-1 wrap-anywhere underline decoration-line-strong underline-offset-4 hover:decoration-current"
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
            <li key={group.slug} className="break-inside-avoid pb-2.5 sm:pb-4">
              <Group group={group} size={sizes.get(group.slug)} searched={typed.trim() !== ""} />
            </li>
          ))}
        </ul>
      )}
      {mayPost && <PostInstead title="Not sure what you need?" />}
    </Container>
  );
};
