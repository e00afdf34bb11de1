import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { newFeedbackSchema } from "#domain/feedback/feedback.ts";
import {
  FEEDBACK_PUBLISHED,
  FEEDBACK_RECEIVED,
  LOG_IN_FOR_FEEDBACK,
} from "#domain/feedback/messages.ts";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { sessionEnded } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { removeDraft } from "#web/ui/draft.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PictureField } from "#web/ui/pictures/picture-field.tsx";
import { StarsInput } from "#web/ui/stars-input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import { PORTFOLIO_CONSENT, postFeedback } from "./giving.ts";
import type { Publication } from "./queries.ts";

/** Why feedback was refused, in the specification's words if it has any (spec 2 section 5). */
const describePostFailure = async (error: unknown): Promise<{ title: string; message: string }> => {
  if (!(error instanceof ReadableError) && (await sessionEnded())) {
    return { title: "Authentication required", message: LOG_IN_FOR_FEEDBACK };
  }
  const { message } = faultOf(
    error,
    "Your feedback could not be sent. Nothing you typed is lost: please try again.",
  );
  return { title: "Submission failed", message };
};

/** Rating, title and description; typed text remains if sending fails. */
export const FeedbackForm = ({
  providerId,
  userId,
  hireId,
  publication,
  onDone,
  onCancel,
}: {
  providerId: string;
  userId: string;
  /** The hire that it is about. */
  hireId: string | null;
  /** Whether new feedback is public at once, or after a moderator's review (P-15). */
  publication: Publication;
  onDone: () => void;
  onCancel: () => void;
}) => {
  const { run } = useWrite(postFeedback);
  const form = useForm({
    resolver: zodResolver(newFeedbackSchema),
    defaultValues: { rating: 0, title: "", description: "", pictures: [], inPortfolio: false },
  });
  const [uploading, setUploading] = useState(false);
  const draft = `feedback:${userId}:${hireId ?? providerId}`;
  return (
    <Form
      form={form}
      draft={draft}
      onSubmit={async (values) => {
        try {
          await run({ providerId, hireId, ...values }, userId);
        } catch (error) {
          const { title, message } = await describePostFailure(error);
          toast({ title, description: message, variant: "destructive" });
          return { message };
        }
        toast({
          title: FEEDBACK_RECEIVED,
          description:
            publication === "at once"
              ? FEEDBACK_PUBLISHED
              : "Your feedback will be published once a moderator has approved it.",
          variant: "success",
        });
        onDone();
      }}
    >
      <FormField
        form={form}
        name="rating"
        label="Your rating"
        hint="1 is poor, 5 is excellent"
        group
        required
      >
        {(field) => <StarsInput name={field.name} value={field.value} onChange={field.onChange} />}
      </FormField>
      <FormField form={form} name="title" label="Title" required>
        <Input maxLength={LIMITS.feedback.title} placeholder="Sum it up in a few words" />
      </FormField>
      <FormField form={form} name="description" label="Description" optional>
        <Textarea
          rows={4}
          maxLength={LIMITS.feedback.description}
          placeholder="What was done, and how did it go?"
        />
      </FormField>
      <FormField form={form} name="pictures" label="Pictures of the work" group optional>
        {(field) => (
          <PictureField
            userId={userId}
            bucket="pictures"
            pictures={field.value}
            onChange={field.onChange}
            uploading={uploading}
            onUploading={setUploading}
          />
        )}
      </FormField>
      {form.watch("pictures").length > 0 && (
        <Checkbox {...form.register("inPortfolio")} label={PORTFOLIO_CONSENT} />
      )}
      <p className="text-sm text-ink-soft">
        {`Everyone can read your feedback, with your name${publication === "after approval" ? ", once a moderator has approved it" : ""}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <SubmitButton size="md" disabled={uploading}>
          Submit Feedback
        </SubmitButton>
        <Button
          variant="quiet"
          onClick={() => {
            removeDraft(draft);
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  );
};
