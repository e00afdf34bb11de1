import { zodResolver } from "@hookform/resolvers/zod";
import { Suspense, useEffect, useRef, useState } from "react";
import { enquiryDraft, enquirySchema } from "#domain/enquiries/enquiries.ts";
import { ENQUIRY_SENT } from "#domain/enquiries/messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { lazy } from "#web/session/parts.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { useDraft } from "#web/ui/draft.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { MessagePictures } from "./message-pictures.tsx";
import { MESSAGE_HINT, NeverShared } from "./message-words.tsx";
import { sendEnquiry } from "./writes.ts";

/** Where the connection is lost: the enquiry was sent all the same. */
const PlainSent = ({ title }: { title: string }) => <Alert tone="success" title={title} focused />;
const loadSent = () => import("./enquiry-sent.tsx").catch(() => ({ default: PlainSent }));
const EnquirySent = lazy(loadSent);

export interface Recipient {
  providerId: string;
  name: string;
  /** The category of others who do this work. */
  trade: string | null;
}

/** Writes to a provider without revealing either side's address. */
export default function OwnEnquiry({
  providerId,
  name,
  trade,
  userId,
  onSent,
}: Recipient & { userId: string; onSent: () => void }) {
  const [sent, setSent] = useState<{ id: string; subject: string } | null>(null);
  const [uploading, setUploading] = useState(false);
  const { run } = useWrite(sendEnquiry);
  const box = useRef<HTMLDivElement>(null);
  const form = useForm({
    resolver: zodResolver(enquirySchema),
    defaultValues: { subject: "", message: "", pictures: [] },
  });
  const { saved } = useDraft(form, enquiryDraft(providerId, userId), "browser");
  useEffect(() => {
    box.current?.querySelector("input")?.focus();
    // So that it is there when the enquiry is.
    void loadSent();
  }, []);

  if (sent) {
    return (
      <Suspense fallback={null}>
        <EnquirySent title={ENQUIRY_SENT} {...sent} name={name} trade={trade} />
      </Suspense>
    );
  }
  return (
    <div ref={box}>
      <Form
        form={form}
        summary={false}
        onSubmit={async (values) => {
          try {
            const id = await run(providerId, values);
            if (!id) return;
            saved();
            setSent({ id, subject: values.subject });
            onSent();
          } catch (error) {
            const message = faultOf(
              error,
              "Your enquiry could not be sent. Nothing you typed is lost: please try again.",
            ).message;
            toast({ title: "Submission failed", description: message, variant: "destructive" });
            return { message };
          }
        }}
      >
        <FormField form={form} name="subject" label="Subject" required>
          <Input maxLength={LIMITS.enquiries.subject} autoComplete="off" />
        </FormField>
        <FormField form={form} name="message" label="Message" hint={MESSAGE_HINT} required>
          <Textarea rows={5} />
        </FormField>
        <MessagePictures
          form={form}
          userId={userId}
          uploading={uploading}
          onUploading={setUploading}
        />
        <SubmitButton disabled={uploading}>Send enquiry</SubmitButton>
        <NeverShared />
        <ButtonLink to={`/directory/${providerId}`} preventScrollReset variant="quiet">
          Cancel
        </ButtonLink>
      </Form>
    </div>
  );
}
