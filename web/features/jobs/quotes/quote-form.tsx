import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import {
  MOST_VALID_DAYS,
  PRICE_TYPES,
  quoteSchema,
  quoteValues,
  VAT,
} from "#domain/jobs/quotes.ts";
import { faultOf } from "#domain/site/faults.ts";
import { dayAhead } from "#domain/values/dates.ts";
import { LIMITS } from "#domain/values/limits.ts";
import { useWrite } from "#web/session/use-write.ts";
import { cx } from "#web/ui/cx.ts";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PictureField } from "#web/ui/pictures/picture-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";
import type { OwnQuote } from "./queries.ts";
import { quoteSentFor } from "./sent-quote.ts";
import { sendQuote } from "./writes.ts";

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** A quote for a job, new or changed; typed text remains if sending fails. */
export const QuoteForm = ({
  jobId,
  userId,
  quote,
  unlocks,
  limited,
  onDone,
}: {
  jobId: string;
  userId: string;
  /** The one that was sent before. */
  quote: OwnQuote | null;
  /** Sending it unlocks the contact, which takes one of the places if their number is `limited`. */
  unlocks: boolean;
  limited: boolean;
  onDone: () => void;
}) => {
  const { run } = useWrite(sendQuote);
  const form = useForm({ resolver: zodResolver(quoteSchema), defaultValues: quoteValues(quote) });
  const type = form.watch("priceType");
  const [uploading, setUploading] = useState(false);
  return (
    <Form
      form={form}
      draft={`quote:${userId}:${jobId}`}
      onSubmit={async (values) => {
        try {
          await run(jobId, values);
        } catch (error) {
          const otherwise = "Your quote was not sent. Nothing you typed is lost: please try again.";
          return { message: faultOf(error, otherwise).message };
        }
        toast({ title: quote ? "Quote changed" : "Quote sent", variant: "success" });
        quoteSentFor(jobId);
        onDone();
      }}
    >
      <p className="text-sm text-ink-soft">
        {unlocks && (
          <span>
            {limited
              ? "Your quote takes one of the places for this job, and unlocks the contact details. "
              : "Your quote unlocks the contact details. "}
          </span>
        )}
        <span>
          Only you and the person who posted the job see it. You can change it until they decide.
        </span>
      </p>
      <FormField
        form={form}
        name="message"
        label="What you offer"
        hint="What is included, and how would you do it?"
        required
      >
        <Textarea rows={4} maxLength={LIMITS.job_quotes.message} />
      </FormField>
      <div
        className={cx(
          "grid grid-cols-2 items-start gap-5",
          type === "fixed" || type === "hourly" ? "sm:grid-cols-3" : "sm:grid-cols-2",
        )}
      >
        <FormField form={form} name="priceType" label="Kind of price" className="max-sm:col-span-2">
          <Select>
            {Object.entries(PRICE_TYPES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </FormField>
        {type !== "after_visit" && (
          <FormField
            form={form}
            name="priceMin"
            label={type === "range" ? "Lowest price (£)" : "Price (£)"}
            required
          >
            <Input inputMode="decimal" autoComplete="off" />
          </FormField>
        )}
        {type === "range" && (
          <FormField form={form} name="priceMax" label="Highest price (£)" required>
            <Input inputMode="decimal" autoComplete="off" />
          </FormField>
        )}
        <FormField form={form} name="vat" label="VAT">
          <Select>
            {Object.entries(VAT).map(([value, label]) => (
              <option key={value} value={value}>
                {/* The field says what it is about. */}
                {capitalised(label.replace(/^VAT /, ""))}
              </option>
            ))}
          </Select>
        </FormField>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormField form={form} name="earliestStart" label="Earliest start" optional>
          <Input type="date" min={dayAhead(0)} />
        </FormField>
        <FormField form={form} name="validUntil" label="Valid until" required>
          <Input type="date" min={dayAhead(0)} max={dayAhead(MOST_VALID_DAYS)} />
        </FormField>
      </div>
      <FormField form={form} name="pictures" label="Pictures" group optional>
        {(field) => (
          <PictureField
            pictures={field.value}
            userId={userId}
            bucket="portfolio_media"
            onChange={field.onChange}
            uploading={uploading}
            onUploading={setUploading}
          />
        )}
      </FormField>
      <SubmitButton disabled={uploading}>{quote ? "Save quote" : "Send quote"}</SubmitButton>
    </Form>
  );
};
