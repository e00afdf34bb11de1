import ArrowLeft from "lucide-react/icons/arrow-left";
import MoreHorizontal from "lucide-react/icons/ellipsis";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { labelOf } from "#domain/categories/categories.ts";
import { readyAnswers } from "#domain/enquiries/enquiries.ts";
import { daysUntil } from "#domain/values/dates.ts";
import { failureToast } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { watchRows } from "#web/session/watch-rows.ts";
import { whenVisible } from "#web/session/when-visible.ts";
import { Alert } from "#web/ui/alert.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Link } from "#web/ui/link.tsx";
import { Menu, MenuItem } from "#web/ui/menu.tsx";
import { Avatar } from "#web/ui/pictures/avatar.tsx";
import { Stars } from "#web/ui/stars.tsx";
import { toast } from "#web/ui/toast.ts";
import { Message } from "./message.tsx";
import { Others } from "./others.tsx";
import type { Enquiry, Thread } from "./queries.ts";
import { ReplyForm } from "./reply-form.tsx";
import { announceRead } from "./unread.ts";
import { blockEnquirer, readEnquiry } from "./writes.ts";

const isNewDay = (message: { created_at: string }, before?: { created_at: string }): boolean =>
  !before || daysUntil(message.created_at, before.created_at) !== 0;

/** One conversation: its messages, a reply form, and a menu to block the other side. */
export const ThreadView = ({
  thread,
  enquiry,
  userId,
  list,
}: {
  thread: Thread;
  /** As in the list, with the other side's name. */
  enquiry: Enquiry | undefined;
  userId: string;
  /** The address of the list that it is in. */
  list: string;
}) => {
  const { provider } = thread;
  const other = thread.sender_id === userId ? thread.provider_id : thread.sender_id;
  const name = enquiry?.other_name ?? "The other side";
  const blocked = thread.blocked.includes(other);
  const { run, busy } = useWrite(blockEnquirer);
  const seen = thread.messages.findLast((one) => one.author_id === userId && one.read_at);
  const unread = thread.messages.findLast((one) => one.author_id !== userId && !one.read_at)?.id;
  const { revalidate } = useRevalidator();
  useEffect(
    () =>
      watchRows(sessionClient, () => void revalidate(), {
        table: "enquiry_messages",
        event: "*",
        filter: `enquiry_id=eq.${thread.id}`,
      }),
    [thread.id, revalidate],
  );
  useEffect(() => {
    if (!unread) return;
    // If marking as read fails, the next visit tries again.
    const read = () =>
      void sessionClient()
        .then((db) => readEnquiry(db, thread.id))
        .then(announceRead)
        .catch(() => {});
    const reading = whenVisible(read, 0);
    reading.now();
    return reading.end;
  }, [unread, thread.id]);
  const block = async () => {
    try {
      await run(thread.id, !blocked);
    } catch (error) {
      toast(failureToast(error, "Action failed"));
      return;
    }
    toast({ title: blocked ? `${name} can write to you again` : `${name} is blocked` });
  };
  return (
    // On narrow screens it is as high as the window, so that the form is at its foot.
    <article className="flex min-w-0 flex-col max-lg:min-h-[calc(100svh-4rem-1px)] lg:min-h-[70vh] lg:border-l lg:border-line lg:pl-10">
      {/* Above the newest messages, too, the way back and the name of the conversation stay in view. */}
      <div
        data-conversation-head=""
        className="flex items-center justify-between gap-x-4 bg-paper max-lg:sticky max-lg:top-0 max-lg:gap-x-1 max-lg:z-10 max-lg:-mx-4 max-lg:border-b max-lg:border-line max-lg:px-4 max-lg:py-2 sm:max-lg:-mx-6 sm:max-lg:px-6"
      >
        <Link
          to={list}
          aria-label="All enquiries"
          title="All enquiries"
          className="-ml-3 grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink lg:hidden"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
        </Link>
        <Avatar name={name} src={enquiry?.other_image} size="sm" className="mr-2 max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <h2
            tabIndex={-1}
            className="line-clamp-2 text-base wrap-anywhere outline-none lg:text-xl"
          >
            {thread.subject}
          </h2>
          <p className="dotted text-sm text-ink-soft">
            <span>
              <span>With </span>
              {enquiry?.other_listed ? (
                <Link to={`/directory/${other}`} className="link">
                  {name}
                </Link>
              ) : (
                <span>{name}</span>
              )}
            </span>
            {provider?.main_category && (
              <span className="max-sm:hidden">{labelOf(provider.main_category)}</span>
            )}
            {provider?.location && <span className="max-sm:hidden">{provider.location}</span>}
            {provider?.rating_average != null && (
              <Stars
                rating={provider.rating_average}
                count={provider.rating_count ?? 0}
                size="sm"
                compact
              />
            )}
          </p>
        </div>
        <Menu
          trigger={
            <IconButton label={`More about ${name}`} icon={<MoreHorizontal />} busy={busy} />
          }
        >
          <MenuItem onSelect={() => void block()}>
            {blocked ? `Unblock ${name}` : `Block ${name}`}
          </MenuItem>
        </Menu>
      </div>
      <ul aria-label="Messages" className="mt-4 grid grow grid-cols-1 content-end gap-4 lg:mt-6">
        {thread.messages.map((message, at) => (
          <Message
            key={message.id}
            message={message}
            mine={message.author_id === userId}
            name={name}
            seen={message === seen ? message.read_at : null}
            newDay={isNewDay(message, thread.messages[at - 1])}
          />
        ))}
      </ul>
      {thread.sender_id === userId && thread.messages.every((one) => one.author_id === userId) && (
        <Others key={thread.id} thread={thread} userId={userId} />
      )}
      {blocked ? (
        <div className="mt-8">
          <Alert title={`You have blocked ${name}`}>
            You can't message each other while blocked.
          </Alert>
        </div>
      ) : (
        <ReplyForm id={thread.id} userId={userId} ready={readyAnswers(thread, userId)} />
      )}
    </article>
  );
};
