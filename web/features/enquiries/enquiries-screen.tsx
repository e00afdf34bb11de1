import { Alert } from "#web/ui/alert.tsx";
import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { TwoPane } from "#web/ui/two-pane.tsx";
import { useOpenedFocus } from "#web/ui/use-opened-focus.ts";
import { EnquiryList, enquiriesPage } from "./enquiry-list.tsx";
import { ENQUIRIES_PAGE, type EnquiryList as List, type Thread } from "./queries.ts";
import { ThreadView } from "./thread-view.tsx";

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
  const place = useOpenedFocus(
    thread?.id ?? null,
    "article h2",
    (closed) => `a[href$="open=${closed}"]`,
  );
  return (
    <Container className="pb-16">
      <PageHeader title="Enquiries" />
      {requested && !thread && (
        <div className="mb-6">
          <Alert
            tone="warning"
            title="We could not find this enquiry. Please choose one from your list."
          />
        </div>
      )}
      {/* Beside the list on wide screens; on narrow ones in its place. With nothing open, the list has all the room. */}
      <TwoPane side="start" ref={place} className="gap-x-10">
        <div className={thread ? "hidden lg:block" : "col-span-full"}>
          <EnquiryList enquiries={list.enquiries} page={page} current={thread?.id} />
          <div className="mt-10">
            <Pagination
              page={page}
              pageCount={Math.ceil(list.total / ENQUIRIES_PAGE)}
              label="Pages of enquiries"
              href={enquiriesPage}
            />
          </div>
        </div>
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
