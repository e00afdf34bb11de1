import { zodResolver } from "@hookform/resolvers/zod";
import { Suspense, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { enquiryDraft } from "#domain/accounts/visitor-drafts.ts";
import { enquirySchema } from "#domain/enquiries/enquiries.ts";
import { ENQUIRY_SENT } from "#domain/enquiries/messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { DETAILS_USED } from "#domain/site/messages.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { lazy } from "#web/session/parts.ts";
import { useSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { useDraft, useDraftFromBefore } from "#web/ui/draft.ts";
import { FairLink } from "#web/ui/fair-link.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import type { PostedForm } from "#web/ui/posted-form.ts";
import { PostedNotice } from "#web/ui/posted-notice.tsx";
import { RestoredDraft } from "#web/ui/restored-draft.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { MessagePictures } from "./message-pictures.tsx";
import type { EnquiryInput } from "./posted.ts";
import { sendEnquiry } from "./writes.ts";

/** Where the connection is lost: the enquiry was sent all the same. */
const PlainSent = ({ title }: { title: string }) => <Alert tone="success" title={title} focused />;
const loadSent = () => import("./enquiry-sent.tsx").catch(() => ({ default: PlainSent }));
const EnquirySent = lazy(loadSent);

/**
 * Writes to a provider without revealing either side's address. A visitor may type first: they are led to
 * log in, and find their text here afterwards.
 */
export const EnquiryForm = ({
  providerId,
  name,
  trade,
  posted,
  onSent,
}: {
  providerId: string;
  name: string;
  /** The category of others who do this work. */
  trade: string | null;
  onSent: () => void;
  /** The result of the form without scripts. */
  posted?: PostedForm<EnquiryInput> | undefined;
}) => {
  const session = useSession();
  const navigate = useNavigate();
  const [sent, setSent] = useState<{ id: string; subject: string } | null>(null);
  const [uploading, setUploading] = useState(false);
  const { run } = useWrite(sendEnquiry);
  const box = useRef<HTMLDivElement>(null);
  const form = useForm({
    resolver: zodResolver(enquirySchema),
    defaultValues: posted?.values ?? { subject: "", message: "", pictures: [] },
  });
  const userId = session.status === "signed-in" ? session.user.id : undefined;
  const draft = enquiryDraft(providerId, userId);
  const restored = useDraftFromBefore(enquiryDraft(providerId), userId && draft);
  const { saved } = useDraft(form, draft, "browser", posted?.values);
  useEffect(() => {
    box.current?.querySelector("input")?.focus();
    // So that it is there when the enquiry is.
    void loadSent();
  }, []);

  const login = `/login?return=${encodeURIComponent(`/directory/${providerId}?action=contact`)}`;
  if (sent) {
    return (
      <Suspense fallback={null}>
        <EnquirySent title={ENQUIRY_SENT} {...sent} name={name} trade={trade} />
      </Suspense>
    );
  }
  return (
    <div ref={box}>
      <PostedNotice
        posted={posted}
        action={
          posted?.tone === "warning" && (
            <ButtonLink to={login} size="sm" variant="outline" data-scripted="">
              Log in
            </ButtonLink>
          )
        }
      />
      {restored && (
        <RestoredDraft form={form} schema={enquirySchema} title="Your message is ready">
          Press Send enquiry.
        </RestoredDraft>
      )}
      <Form
        form={form}
        summary={false}
        onSubmit={async (values) => {
          if (session.status !== "signed-in") {
            await navigate(login);
            return;
          }
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
        <FormField
          form={form}
          name="message"
          label="Message"
          hint="What do you need, where and by when?"
          required
        >
          <Textarea rows={5} />
        </FormField>
        {session.status === "signed-in" && (
          <MessagePictures
            form={form}
            userId={session.user.id}
            uploading={uploading}
            onUploading={setUploading}
          />
        )}
        <SubmitButton disabled={uploading}>
          {session.status === "loading" ? (
            // The first paint knows by its mark whether a person may be signed in (web/session/first-paint.ts).
            <>
              <span className="in-data-[session=stored]:hidden">Log in or sign up to send</span>
              <span className="hidden in-data-[session=stored]:inline">Send enquiry</span>
            </>
          ) : session.status === "signed-out" ? (
            "Log in or sign up to send"
          ) : (
            "Send enquiry"
          )}
        </SubmitButton>
        <p className="text-sm text-ink-soft">
          We never share your email or phone. <FairLink>{DETAILS_USED}</FairLink>
        </p>
        <ButtonLink to={`/directory/${providerId}`} preventScrollReset variant="quiet">
          Cancel
        </ButtonLink>
      </Form>
    </div>
  );
};
