import { truncate } from "#domain/providers/providers.ts";
import { daysUntil, timeAgo } from "#domain/values/dates.ts";
import { cx } from "#web/ui/cx.ts";
import { Link } from "#web/ui/link.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { NoEnquiries } from "./no-enquiries.tsx";
import type { Enquiry } from "./queries.ts";

/** Characters of a message in the list; the database gives a few more, and may cut a letter in two. */
const EXCERPT = 150;

/** What is still to come of a conversation; nothing once both have written. */
const stateOf = (enquiry: Enquiry) => {
  if (enquiry.blocked) return "Blocked";
  if (enquiry.replied || enquiry.unread > 0) return null;
  if (!enquiry.mine) return "Waiting for your reply";
  // Nobody has to answer on the same day.
  return daysUntil(enquiry.last_message_at) < 0 ? "No reply yet" : null;
};

/** The address of a page of the list. */
export const enquiriesPage = (page: number): string =>
  `/dashboard/enquiries${page > 1 ? `?page=${page}` : ""}`;

/** The address of a conversation beside the page of the list that it is on. */
export const enquiryPath = ({ id }: Pick<Enquiry, "id">, page: number): string =>
  `${enquiriesPage(page)}${page > 1 ? "&" : "?"}open=${id}`;

/** Conversations, newest message first. */
export const EnquiryList = ({
  enquiries,
  page = 1,
  current,
}: {
  enquiries: readonly Enquiry[];
  page?: number;
  /** The id of the one that is open beside the list. */
  current?: string | undefined;
}) => {
  // The shape of the open row bounds it: no lines across its round ends.
  const isOpen = (one: Enquiry | undefined): boolean => one !== undefined && one.id === current;
  if (enquiries.length === 0) return <NoEnquiries />;
  return (
    <ul
      aria-label="Enquiries"
      className={cx("border-t", isOpen(enquiries[0]) ? "border-transparent" : "border-line")}
    >
      {enquiries.map((enquiry, at) => (
        <li
          key={enquiry.id}
          className={cx(
            "border-b",
            isOpen(enquiry) || isOpen(enquiries[at + 1]) ? "border-transparent" : "border-line",
          )}
        >
          <Link
            to={enquiryPath(enquiry, page)}
            aria-current={isOpen(enquiry) ? "page" : undefined}
            className={cx(
              "group -mx-3 flex items-start gap-4 rounded-md py-3.5 pr-3 hover:bg-hover",
              isOpen(enquiry) ? "border-l-3 border-brand bg-hover pl-2.25" : "pl-3",
            )}
          >
            <Avatar
              name={enquiry.other_name}
              src={enquiry.other_image}
              size="sm"
              className="group-aria-[current]:ring-2 group-aria-[current]:ring-paper"
            />
            <span className="min-w-0 flex-1">
              <span className="flex items-start justify-between gap-3">
                <span
                  className={cx(
                    "wrap-anywhere",
                    !isOpen(enquiry) && "group-hover:underline",
                    enquiry.unread > 0 ? "font-bold" : "font-medium",
                  )}
                >
                  {enquiry.subject}
                </span>
                {enquiry.unread > 0 && (
                  <span className="mt-0.5 shrink-0 rounded-full bg-brand px-2 text-xs font-bold text-on-brand">
                    {enquiry.unread} new
                  </span>
                )}
              </span>
              <span className="flex justify-between gap-x-3 text-sm text-ink-soft">
                <span className="truncate">{enquiry.other_name}</span>
                <time dateTime={enquiry.last_message_at} className="shrink-0">
                  {timeAgo(enquiry.last_message_at)}
                </time>
              </span>
              <span
                className={cx(
                  "mt-1 line-clamp-2 text-sm wrap-anywhere",
                  enquiry.unread === 0 && "text-ink-soft",
                )}
              >
                {stateOf(enquiry) && (
                  <>
                    <span className={cx("font-semibold", !enquiry.mine && "text-warning")}>
                      {stateOf(enquiry)}
                    </span>
                    {" · "}
                  </>
                )}
                <span>{truncate(enquiry.excerpt, EXCERPT)}</span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
};
