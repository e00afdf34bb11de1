import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { answerSchema } from "#domain/enquiries/enquiries.ts";
import { faultOf } from "#domain/site/faults.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { MessagePictures } from "./message-pictures.tsx";
import { answerEnquiry } from "./writes.ts";

/**
 * Writes into a conversation. It is always in view (app.css), unless the window is too low for it. With pictures
 * or an error it is higher, and ends the page instead, so that it does not cover the conversation.
 */
export const ReplyForm = ({
  id,
  userId,
  ready,
}: {
  id: string;
  userId: string;
  /** Sentences to begin with, offered while nothing is written. */
  ready: readonly string[];
}) => {
  const { run } = useWrite(answerEnquiry);
  const [uploading, setUploading] = useState(false);
  const form = useForm({
    resolver: zodResolver(answerSchema),
    defaultValues: { message: "", pictures: [] as string[] },
  });
  const offered = form.watch("message") === "" ? ready : [];
  const place = useRef<HTMLDivElement>(null);
  const hasPictures = form.watch("pictures").length > 0;
  const isHigh = hasPictures || Object.keys(form.formState.errors).length > 0;
  // An error gets the focus, and is in view by that.
  useEffect(() => {
    if (hasPictures) place.current?.scrollIntoView({ block: "nearest" });
  }, [hasPictures]);
  return (
    <div
      ref={place}
      data-composer={isHigh ? undefined : ""}
      className="-mx-4 mt-6 border-t border-line bg-paper px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0"
    >
      {offered.length > 0 && (
        <ul
          aria-label="Ready answers"
          className="fade-edges mb-3 flex gap-2 overflow-x-auto sm:flex-wrap [scrollbar-width:none]"
        >
          {offered.map((text) => (
            <li key={text}>
              <button
                type="button"
                className="min-h-10 rounded-full border border-line-strong bg-surface px-3 text-sm whitespace-nowrap hover:border-ink hover:bg-hover"
                onClick={() => {
                  form.setValue("message", text, { shouldDirty: true });
                  form.setFocus("message");
                }}
              >
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Form
        form={form}
        summary={false}
        className="gap-3!"
        onSubmit={async (values) => {
          try {
            await run(id, values);
          } catch (error) {
            return {
              message: faultOf(
                error,
                "Your message could not be sent. Nothing you typed is lost: please try again.",
              ).message,
            };
          }
          form.reset();
          toast({ title: "Message sent", variant: "success" });
        }}
      >
        <div className="flex flex-wrap items-start gap-3">
          <MessagePictures
            compact
            form={form}
            userId={userId}
            uploading={uploading}
            onUploading={setUploading}
          />
          <div className="min-w-32 flex-1">
            <FormField form={form} name="message" label="Your message" hideLabel>
              <Textarea rows={1} className="min-h-11! py-2!" placeholder="Write a message" />
            </FormField>
          </div>
          <SubmitButton disabled={uploading}>
            <span>
              Send <span className="max-sm:sr-only">message</span>
            </span>
          </SubmitButton>
        </div>
      </Form>
    </div>
  );
};
