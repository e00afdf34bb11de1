import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { socialLinksOf } from "#domain/accounts-forms.ts";
import {
  bioField,
  detailFields,
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
import type { Change, OwnersPart } from "./change.ts";
import { Editable } from "./editable.tsx";

interface EditableField<Values extends FieldValues> {
  what: string;
  schema: (provider: ProviderProfile) => z.ZodType<Values, Values>;
  /** The stored values; null if only the owner's own data have it, and these are not theirs. */
  values: (provider: ProviderProfile) => Values | null;
  /** `before` is what was stored when the form opened. */
  toChange: (values: Values, provider: ProviderProfile, before: Values) => Change;
  fields: (form: UseFormReturn<Values, unknown, Values>, provider: ProviderProfile) => ReactNode;
}

/** A part of the page with a pencil at its heading; the plain text if the stored values are not the owner's. */
const editableField =
  <Values extends FieldValues>(field: EditableField<Values>) =>
  ({ editing, heading, children }: OwnersPart) => {
    const { provider, save } = editing;
    const values = field.values(provider);
    if (!values) {
      return (
        <>
          {heading}
          {children}
        </>
      );
    }
    return (
      <Editable
        heading={heading}
        what={field.what}
        schema={field.schema(provider)}
        values={values}
        toChange={(changed, before) => field.toChange(changed, provider, before)}
        save={save}
        fields={(form) => field.fields(form, provider)}
      >
        {children}
      </Editable>
    );
  };

/** What is stored of the top of the page; null if these are not the owner's own data. */
const detailsOf = ({ businessName, location, own }: ProviderProfile) =>
  own && {
    businessName: businessName ?? "",
    firstName: own.firstName,
    lastName: own.lastName,
    location: location ?? "",
    phone: own.phone,
    showPhone: own.showPhone,
    socialLinks: socialLinksOf(own.socialLinks),
  };

/** The top of the page: names, place, telephone and links. Only what was changed is written. */
export const EditDetails = editableField({
  what: "details",
  schema: ({ own }) => detailFields(own?.lastName === ""),
  values: detailsOf,
  toChange: (typed, provider, before) => {
    const isNew = (field: Exclude<keyof typeof typed, "socialLinks">) =>
      typed[field] !== before[field];
    const newLinks = Object.keys(SOCIAL_NETWORKS).some(
      (network) =>
        typed.socialLinks[network as SocialNetwork] !==
        before.socialLinks[network as SocialNetwork],
    );
    return {
      ...(isNew("businessName") && { business_name: typed.businessName || null }),
      ...(isNew("firstName") && { first_name: typed.firstName }),
      ...(isNew("lastName") && { last_name: typed.lastName }),
      ...(isNew("location") && { location: typed.location || null }),
      ...(isNew("phone") && { phone_number: typed.phone || null }),
      ...(isNew("showPhone") && { show_phone: typed.showPhone }),
      ...(newLinks && {
        social_links: withLinks(provider.own?.socialLinks, typed.socialLinks),
      }),
    };
  },
  fields: (form, { own }) => (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="businessName" label="Business name" optional>
        <Input autoComplete="organization" maxLength={LIMITS.profiles.business_name} />
      </FormField>
      <FormField form={form} name="location" label="Location" optional>
        <Input autoComplete="address-level2" maxLength={LIMITS.profiles.location} />
      </FormField>
      <FormField form={form} name="firstName" label="First name" required>
        <Input autoComplete="given-name" maxLength={LIMITS.profiles.first_name} />
      </FormField>
      <FormField form={form} name="lastName" label="Last name" required={own?.lastName !== ""}>
        <Input autoComplete="family-name" maxLength={LIMITS.profiles.last_name} />
      </FormField>
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
      {Object.entries(SOCIAL_NETWORKS).map(([network, label]) => (
        <FormField
          key={network}
          form={form}
          name={`socialLinks.${network as SocialNetwork}`}
          label={label}
          optional
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
