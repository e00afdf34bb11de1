import Info from "lucide-react/icons/info";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { PASSWORD_MIN, type SignUpType } from "#domain/accounts/accounts.ts";
import type { SignUpValues } from "#domain/accounts/forms.ts";
import type { CategoryGroup } from "#domain/categories/categories.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import {
  CategoriesWithoutScript,
  CategoryPicker,
  PICKER_LABELS,
} from "#web/features/categories/index.ts";
import { Alert } from "#web/ui/alert.tsx";
import { AgreeToTerms } from "#web/ui/connected/agree-to-terms.tsx";
import { Form, type FormFailure, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { NewPasswordFields } from "../passwords/new-password-fields.tsx";
import { BusinessNameField } from "./business-name-field.tsx";

type SignUpFormState = UseFormReturn<SignUpValues, unknown, SignUpValues>;

/** The fields of one sign-up tab. Both tabs share the form, so changing tabs loses nothing typed. */
export const SignUpForm = ({
  form,
  type,
  groups,
  wait = 0,
  known = false,
  draft,
  onSubmit,
}: {
  form: SignUpFormState;
  type: SignUpType;
  groups: readonly CategoryGroup[];
  /** Seconds until another attempt is possible; 0 for at once. */
  wait?: number;
  /** Whether the account exists and only its owner's details are missing: no address, no password. */
  known?: boolean;
  /** The name under which typed text is stored on this device. */
  draft?: string;
  onSubmit: (values: SignUpValues) => Promise<FormFailure<SignUpValues> | undefined>;
}) => {
  const provider = type === "provider";
  const email = useWatch({ control: form.control, name: "email" });
  return (
    <Form form={form} onSubmit={onSubmit} draft={draft} draftPlace="browser">
      <input type="hidden" name="accountType" value={type} />
      <FormField form={form} name="full_name" label="Full name" required>
        <Input autoComplete="name" maxLength={INPUT_LIMITS.full_name} />
      </FormField>
      {!known && (
        <FormField form={form} name="email" label="Email" required>
          <Input
            type="email"
            autoComplete="email"
            inputMode="email"
            maxLength={INPUT_LIMITS.email}
          />
        </FormField>
      )}
      <FormField form={form} name="location" label="Location" hint="Your town or city" required>
        <Input autoComplete="address-level2" maxLength={LIMITS.profiles.location} />
      </FormField>
      <FormField
        form={form}
        name="phone_number"
        label="Phone number"
        hint={provider && "Only on your page if you choose to show it"}
        required={provider}
        optional={!provider}
      >
        <Input
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={LIMITS.profiles.phone_number}
        />
      </FormField>
      {provider && (
        <FormField form={form} name="business_name" label="Business name" required>
          {(field) => (
            <BusinessNameField
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              email={email}
            />
          )}
        </FormField>
      )}
      <FormField
        form={form}
        name="categories"
        label={PICKER_LABELS[type]}
        required={provider}
        optional={!provider}
      >
        {(field) => (
          <>
            <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
            <CategoriesWithoutScript groups={groups} chosen={field.value} />
          </>
        )}
      </FormField>
      {!known && <NewPasswordFields form={form} least={PASSWORD_MIN} />}
      {wait > 0 && (
        <Alert tone="warning">
          Rate limit reached. Please wait {wait} seconds before trying again.
        </Alert>
      )}
      {!known && (
        <p className="flex items-start gap-2.5 text-sm text-ink-soft">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          After signing up, you'll need to confirm your email before accessing your account.
        </p>
      )}
      <AgreeToTerms doing="signing up" />
      <SubmitButton size="lg" disabled={wait > 0}>
        {known ? "Finish signing up" : "Create account"}
      </SubmitButton>
    </Form>
  );
};
