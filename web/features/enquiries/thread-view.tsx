import { zodResolver } from "@hookform/resolvers/zod";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useRevalidator } from "react-router";
import { answerSchema } from "#domain/enquiries.ts";
import { formatDay, formatTimeOrMoment } from "#domain/values/dates.ts";
import { PictureStrip } from "#web/features/providers/pictures/index.ts";
import { PrivatePictureButton } from "#web/features/providers/portfolio/index.ts";
import { ReportButton } from "#web/features/reports/index.ts";
import { failureToast, whyFailed } from "#web/session/refusal.ts";
import { sessionClient } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { watchRows } from "#web/session/watch-rows.ts";
import { whenVisible } from "#web/session/when-visible.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Link } from "#web/ui/link.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { MessagePictures } from "./message-pictures.tsx";
import type { Enquiry, Thread } from "./queries.ts";
import { announceRead } from "./unread.ts";
import { answerEnquiry, blockEnquirer, readEnquiry } from "./writes.ts";

const Message = ({
  message,
  mine,
  name,
  seen,
}: {
  message: Thread["messages"][number];
  mine: boolean;
  name: string;
  /** When the other side read it, said beneath the last one that they have. */
  seen: string | null;
}) => (
  <li className={cx("max-w-[min(85%,40rem)]", mine ? "justify-self-end" : "justify-self-start")}>
    <p className="mb-1 text-sm text-ink-soft">
      {mine ? "You" : name} ·{" "}
      <time dateTime={message.created_at}>{formatDay(message.created_at)}</time>
    </p>
    <div
      className={cx(
        "grid gap-3 rounded-lg px-4 py-3 wrap-anywhere",
        mine ? "bg-brand-wash" : "border border-line bg-surface",
      )}
    >
      {message.body && <p className="whitespace-pre-line">{message.body}</p>}
      <PictureStrip
        pictures={message.pictures}
        title={mine ? "Pictures from you" : `Pictures from ${name}`}
        from={mine ? "you" : name}
        className=""
        Item={PrivatePictureButton}
      />
    </div>
    {seen && (
      <p className="mt-1 text-right text-sm text-ink-soft">
        Seen <time dateTime={seen}>{formatTimeOrMoment(seen)}</time>
      </p>
    )}
    {!mine && (
      <div className="-ml-3">
        <ReportButton target={{ type: "message", id: message.id }} what={`message from ${name}`} />
      </div>
    )}
  </li>
);

const Answer = ({ id, userId }: { id: string; userId: string }) => {
  const { run } = useWrite(answerEnquiry);
  const [uploading, setUploading] = useState(false);
  const form = useForm({
    resolver: zodResolver(answerSchema),
    defaultValues: { message: "", pictures: [] as string[] },
  });
  return (
    <Form
      form={form}
      summary={false}
      onSubmit={async (values) => {
        try {
          await run(id, values);
        } catch (error) {
          return {
            message: whyFailed(
              error,
              "Your message could not be sent. Nothing you typed is lost: please try again.",
            ),
          };
        }
        form.reset();
        toast({ title: "Message sent", variant: "success" });
      }}
    >
      <FormField form={form} name="message" label="Your message">
        <Textarea rows={4} />
      </FormField>
      <MessagePictures
        form={form}
        userId={userId}
        uploading={uploading}
        onUploading={setUploading}
      />
      <SubmitButton className="justify-self-start" disabled={uploading}>
        Send message
      </SubmitButton>
    </Form>
  );
};

/** One conversation: its messages, a reply form, and a button to block the other side. */
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
    <article className="lg:border-l lg:border-line lg:pl-10">
      <Link to={list} className="link inline-flex items-center gap-1.5 lg:hidden">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All enquiries
      </Link>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-4 lg:mt-0">
        <div className="min-w-0">
          <h2 tabIndex={-1} className="text-2xl wrap-anywhere outline-none">
            {thread.subject}
          </h2>
          <p className="mt-1 text-ink-soft">
            With{" "}
            {enquiry?.other_listed ? (
              <Link to={`/directory/${other}`} className="link">
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
        </div>
        <Button
          variant="quiet"
          size="sm"
          className="-mr-3 text-ink-soft max-sm:-ml-3"
          busy={busy}
          onClick={() => void block()}
        >
          {blocked ? `Unblock ${name}` : `Block ${name}`}
        </Button>
      </div>
      <ul aria-label="Messages" className="mt-6 grid grid-cols-1 gap-4">
        {thread.messages.map((message) => (
          <Message
            key={message.id}
            message={message}
            mine={message.author_id === userId}
            name={name}
            seen={message === seen ? message.read_at : null}
          />
        ))}
      </ul>
      <div className="mt-8">
        {blocked ? (
          <Alert title={`You have blocked ${name}`}>
            You can't message each other while blocked.
          </Alert>
        ) : (
          <Answer id={thread.id} userId={userId} />
        )}
      </div>
    </article>
  );
};
