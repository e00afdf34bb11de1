import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { Alert } from "#web/ui/alert.tsx";
import { Container } from "#web/ui/container.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { TwoPane } from "#web/ui/two-pane.tsx";
import { useOpenedFocus } from "#web/ui/use-opened-focus.ts";
import { EnquiryList, enquiriesPage, enquiryPath } from "./enquiry-list.tsx";
import { ENQUIRIES_PAGE, type EnquiryList as List, type Thread } from "./queries.ts";
import { ThreadView } from "./thread-view.tsx";
import { useNewestInView } from "./use-newest-in-view.ts";

/** What the history entry of a conversation remembers that nobody has asked for. */
const BY_ITSELF = { byItself: true };

/**
 * Where there is room beside the list, which would leave most of the page empty, opens the newest unread conversation
 * of the first page, or the newest. @returns whether the one that is open was opened so
 */
const useOpenByItself = ({ enquiries }: List, requested: boolean, page: number): boolean => {
  const navigate = useNavigate();
  const { state } = useLocation();
  const toOpen =
    !requested && page === 1 && (enquiries.find(({ unread }) => unread > 0) ?? enquiries[0]);
  const path = toOpen ? enquiryPath(toOpen, page) : null;
  useEffect(() => {
    if (!path || !window.matchMedia("(width >= 64rem)").matches) return;
    void navigate(path, { replace: true, preventScrollReset: true, state: BY_ITSELF });
  }, [path, navigate]);
  return (state as typeof BY_ITSELF | null)?.byItself === true;
};

/** /dashboard/enquiries: a person's conversations, and one of them (`?open=`). */
export const EnquiriesScreen = ({
  list,
  thread,
  requested,
  page,
  userId,
}: {
  list: List;
  thread: Thread | null;
  /** The address named a conversation. */
  requested: boolean;
  page: number;
  userId: string;
}) => {
  const byItself = useOpenByItself(list, requested, page);
  const place = useOpenedFocus(
    // The focus stays where the person is.
    byItself ? null : (thread?.id ?? null),
    "article h2",
    (closed) => `a[href$="open=${closed}"]`,
  );
  // After the focus, which would scroll to the beginning.
  useNewestInView(thread, userId);
  return (
    <Container className={thread ? undefined : "pb-16 lg:pb-0"}>
      {/* On a narrow screen the conversation has a title of its own. */}
      <div className={thread ? "max-lg:sr-only" : undefined}>
        <PageHeader title="Enquiries" />
      </div>
      {requested && !thread && (
        <div className="mb-6">
          <Alert
            tone="warning"
            title="We could not find this enquiry. Please choose one from your list."
          />
        </div>
      )}
      {/* Beside the list on wide screens; on narrow ones in its place. */}
      <TwoPane side="start" ref={place} className="gap-x-10">
        <div
          className={cx(
            thread && "hidden lg:block",
            list.enquiries.length === 0 && "col-span-full",
          )}
        >
          <EnquiryList enquiries={list.enquiries} page={page} current={thread?.id} />
          <div className="mt-10 empty:hidden">
            <Pagination
              page={page}
              pageCount={Math.ceil(list.total / ENQUIRIES_PAGE)}
              label="Pages of enquiries"
              href={enquiriesPage}
            />
          </div>
        </div>
        {!thread && list.enquiries.length > 0 && (
          <div className="hidden min-h-[70vh] border-line lg:block lg:border-l lg:pl-10">
            <EmptyState art="letter" title="Choose a conversation">
              <p>Messages appear here.</p>
            </EmptyState>
          </div>
        )}
        {thread && (
          <ThreadView
            key={thread.id}
            thread={thread}
            enquiry={list.enquiries.find(({ id }) => id === thread.id)}
            userId={userId}
            list={enquiriesPage(page)}
          />
        )}
      </TwoPane>
    </Container>
  );
};
