import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { replySchema } from "#domain/feedback/feedback.ts";
import { formatReplyDay } from "#domain/values/dates.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { failureToast } from "#web/session/refusal.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import type { FeedbackItem } from "./queries.ts";
import { editReply, postReply } from "./writes.ts";

const ReplyForm = ({
  item,
  providerId,
  onDone,
}: {
  item: FeedbackItem;
  providerId: string;
  onDone: () => void;
}) => {
  const post = useWrite(postReply);
  const edit = useWrite(editReply);
  const form = useForm({
    resolver: zodResolver(replySchema),
    defaultValues: { text: item.reply?.reply_text ?? "" },
  });
  return (
    <Form
      form={form}
      summary={false}
      className="mt-4"
      onSubmit={async ({ text }) => {
        try {
          if (item.reply) await edit.run({ replyId: item.reply.id, text });
          else await post.run({ feedbackId: item.id, text }, providerId);
        } catch (error) {
          const failure = item.reply
            ? failureToast(error, "Update failed", "Failed to update reply")
            : failureToast(error, "Submission failed", "Failed to submit reply");
          toast(failure);
          return { message: failure.description };
        }
        toast({ title: item.reply ? "Reply updated" : "Reply published", variant: "success" });
        onDone();
      }}
    >
      <FormField form={form} name="text" label={`Your reply to “${item.title}”`} required>
        <Textarea rows={3} maxLength={LIMITS.feedback_replies.reply_text} />
      </FormField>
      <div className="flex flex-wrap gap-3">
        <SubmitButton variant="solid" size="sm">
          {item.reply ? "Save reply" : "Send reply"}
        </SubmitButton>
        <Button variant="quiet" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
};

/** The provider's reply under an item; its owner writes it once and may edit it later. */
export const Reply = ({
  item,
  provider,
  isOwner,
  opened,
}: {
  item: FeedbackItem;
  provider: { id: string; name: string };
  isOwner: boolean;
  /** The owner came to write this one. */
  opened: boolean;
}) => {
  const [editing, setEditing] = useState<boolean | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opened) setEditing(true);
  }, [opened]);
  // The button and the form replace each other.
  useEffect(() => {
    if (editing !== null) place.current?.querySelector<HTMLElement>("textarea, button")?.focus();
  }, [editing]);
  return (
    <div ref={place}>
      {editing ? (
        <ReplyForm item={item} providerId={provider.id} onDone={() => setEditing(false)} />
      ) : (
        <>
          {item.reply && (
            <div className="mt-4 border-l-3 border-brand bg-brand-wash px-4 py-3">
              <p className="dotted text-sm">
                <strong>Reply from {provider.name}</strong>
                <span className="text-ink-soft">{formatReplyDay(item.reply.updated_at)}</span>
              </p>
              <p className="mt-1 whitespace-pre-line">{item.reply.reply_text}</p>
            </div>
          )}
          {isOwner && (
            <Button variant="outline" size="sm" className="mt-4" onClick={() => setEditing(true)}>
              {item.reply ? "Edit reply" : "Reply"}
              <span className="sr-only"> to “{item.title}”</span>
            </Button>
          )}
        </>
      )}
    </div>
  );
};
