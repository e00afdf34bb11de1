import { zodResolver } from "@hookform/resolvers/zod";
import MessageCircle from "lucide-react/icons/message-circle";
import { useState } from "react";
import { answerSchema } from "#domain/enquiries/enquiries.ts";
import { faultOf } from "#domain/site/faults.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { MessagePictures } from "#web/features/enquiries/index.ts";
import { useSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { writeAboutQuote } from "./writes.ts";

/** Opens the conversation about a quote, or begins it; it is among the enquiries of both. */
export const QuoteMessage = ({
  jobId,
  providerId,
  name,
  enquiryId,
  label,
}: {
  jobId: string;
  providerId: string;
  /** The other side. */
  name: string;
  /** The conversation, where the page knows of one. */
  enquiryId: string | null;
  label: string;
}) => {
  const [open, setOpen] = useState(false);
  const [uploading, setUploading] = useState(false);
  const { run } = useWrite(writeAboutQuote);
  const session = useSession();
  const writer = session.status === "signed-in" ? session.user.id : "";
  const form = useForm({
    resolver: zodResolver(answerSchema),
    defaultValues: { message: "", pictures: [] as string[] },
  });
  if (enquiryId) {
    return (
      <ButtonLink
        to={`/dashboard/enquiries?open=${enquiryId}`}
        variant="outline"
        size="sm"
        icon={<MessageCircle aria-hidden="true" />}
        aria-label={`Messages with ${name}`}
      >
        Messages
      </ButtonLink>
    );
  }
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`${label}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={`Write to ${name}`}>
        <Form
          form={form}
          draft={`quote-message:${writer}:${jobId}:${providerId}`}
          summary={false}
          onSubmit={async (values) => {
            try {
              await run(jobId, providerId, values);
            } catch (error) {
              return {
                message: faultOf(
                  error,
                  "Your message was not sent. Nothing you typed is lost: please try again.",
                ).message,
              };
            }
            setOpen(false);
            toast({
              title: "Message sent",
              description: "You'll find the conversation under Enquiries.",
              variant: "success",
            });
          }}
        >
          <FormField form={form} name="message" label="Message">
            <Textarea rows={5} maxLength={LIMITS.enquiry_messages.body} />
          </FormField>
          <MessagePictures
            form={form}
            userId={writer}
            uploading={uploading}
            onUploading={setUploading}
          />
          <SubmitButton disabled={uploading}>Send message</SubmitButton>
        </Form>
      </Dialog>
    </>
  );
};
