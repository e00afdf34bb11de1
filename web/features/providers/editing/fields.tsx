import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { socialLinksOf } from "#domain/accounts-forms.ts";
import {
  bioField,
  businessNameField,
  linkFields,
  locationField,
  nameFields,
  phoneFields,
  skillsField,
  withLinks,
  withSkills,
} from "#domain/accounts-profile.ts";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { ProviderProfile } from "../profile-queries.ts";
import type { Change } from "./change.ts";
import { Editable } from "./editable.tsx";
import type { Editing } from "./use-editing.ts";

interface EditableField<Values extends FieldValues> {
  what: string;
  schema: (provider: ProviderProfile) => z.ZodType<Values, Values>;
  /** The stored value; null if only the owner's own data have it, and these are not theirs. */
  values: (provider: ProviderProfile) => Values | null;
  toChange: (values: Values, provider: ProviderProfile) => Change;
  fields: (form: UseFormReturn<Values, unknown, Values>, provider: ProviderProfile) => ReactNode;
  className?: string;
}

/** A field of the page: with `editing` its owner gets a pencil, others only the text. */
const editableField =
  <Values extends FieldValues>(field: EditableField<Values>) =>
  ({ editing, children }: { editing: Editing | null; children: ReactNode }) => {
    const values = editing && field.values(editing.provider);
    if (!editing || !values) return children;
    return (
      <Editable
        className={field.className}
        what={field.what}
        schema={field.schema(editing.provider)}
        values={values}
        toChange={(changed) => field.toChange(changed, editing.provider)}
        save={editing.save}
        fields={(form) => field.fields(form, editing.provider)}
      >
        {children}
      </Editable>
    );
  };

export const EditBusinessName = editableField({
  what: "business name",
  schema: () => businessNameField,
  values: ({ businessName }) => ({ businessName: businessName ?? "" }),
  toChange: ({ businessName }) => ({ business_name: businessName || null }),
  fields: (form) => (
    <FormField form={form} name="businessName" label="Business name" optional>
      <Input autoComplete="organization" maxLength={LIMITS.profiles.business_name} />
    </FormField>
  ),
});

export const EditName = editableField({
  what: "name",
  schema: ({ own }) => nameFields(own?.lastName === ""),
  values: ({ own }) => own && { firstName: own.firstName, lastName: own.lastName },
  toChange: ({ firstName, lastName }) => ({ first_name: firstName, last_name: lastName }),
  fields: (form, { own }) => (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="firstName" label="First name" required>
        <Input autoComplete="given-name" maxLength={LIMITS.profiles.first_name} />
      </FormField>
      <FormField form={form} name="lastName" label="Last name" required={own?.lastName !== ""}>
        <Input autoComplete="family-name" maxLength={LIMITS.profiles.last_name} />
      </FormField>
    </div>
  ),
});

export const EditLocation = editableField({
  what: "location",
  schema: () => locationField,
  values: ({ location }) => ({ location: location ?? "" }),
  toChange: ({ location }) => ({ location: location || null }),
  fields: (form) => (
    <FormField form={form} name="location" label="Location" optional>
      <Input autoComplete="address-level2" maxLength={LIMITS.profiles.location} />
    </FormField>
  ),
});

export const EditPhone = editableField({
  what: "phone number",
  schema: () => phoneFields,
  values: ({ own }) => own && { phone: own.phone, showPhone: own.showPhone },
  toChange: ({ phone, showPhone }) => ({ phone_number: phone || null, show_phone: showPhone }),
  fields: (form) => (
    <>
      <FormField form={form} name="phone" label="Phone number" optional>
        <Input
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          maxLength={LIMITS.profiles.phone_number}
        />
      </FormField>
      <FormField form={form} name="showPhone" label="Phone number in public" hideLabel>
        <Checkbox label="Show my phone number on this page" />
      </FormField>
    </>
  ),
});

export const EditBio = editableField({
  what: "bio",
  schema: () => bioField,
  values: ({ bio }) => ({ bio: bio ?? "" }),
  toChange: ({ bio }) => ({ bio: bio || null }),
  fields: (form) => (
    <FormField form={form} name="bio" label="About" hint="Ctrl+Enter saves." optional>
      <Textarea rows={8} maxLength={LIMITS.profiles.bio} />
    </FormField>
  ),
});

export const EditSkills = editableField({
  what: "skills",
  schema: () => skillsField,
  values: ({ skills }) => ({ skills: skills.map(({ name }) => name).join("\n") }),
  toChange: ({ skills }, provider) => ({ skills: withSkills(provider.skills, skills) }),
  fields: (form) => (
    <FormField form={form} name="skills" label="Skills" hint="One per line. Ctrl+Enter saves.">
      <Textarea rows={6} />
    </FormField>
  ),
});

export const EditLinks = editableField({
  className: "mt-3",
  what: "links",
  schema: () => linkFields,
  values: ({ own }) => own && { socialLinks: socialLinksOf(own.socialLinks) },
  toChange: ({ socialLinks }, { own }) => ({
    social_links: withLinks(own?.socialLinks, socialLinks),
  }),
  fields: (form) => (
    <div className="grid gap-4 sm:grid-cols-2">
      {Object.entries(SOCIAL_NETWORKS).map(([network, label]) => (
        <FormField
          key={network}
          form={form}
          name={`socialLinks.${network as SocialNetwork}`}
          label={label}
        >
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={INPUT_LIMITS.web_address}
          />
        </FormField>
      ))}
    </div>
  ),
});
