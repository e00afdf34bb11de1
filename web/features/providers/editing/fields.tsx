import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import {
  PROFILE_COLUMNS,
  PROVIDER_COLUMNS,
  storedText,
  typedTexts,
} from "#domain/accounts/fields.ts";
import { socialLinksOf } from "#domain/accounts/forms.ts";
import {
  bioField,
  detailFields,
  skillsField,
  withLinks,
  withSkills,
} from "#domain/accounts/profile.ts";
import { SOCIAL_NETWORKS, type SocialNetwork, skillsOf } from "#domain/providers/providers.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { ProfileField } from "../profile-field.tsx";
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

/** What is of the business comes first; the description has a place of its own on the page. */
const COLUMNS = [...new Set([...PROVIDER_COLUMNS, ...PROFILE_COLUMNS])].filter(
  (column) => column !== "bio",
);

/** What is stored of the top of the page; null if these are not the owner's own data. */
const detailsOf = ({ own }: ProviderProfile) => {
  if (!own) return null;
  const { bio: _, ...texts } = typedTexts(own);
  return {
    ...texts,
    show_phone: own.show_phone,
    social_links: socialLinksOf(own.social_links),
  };
};

/** The top of the page: names, place, telephone and links. Only what was changed is written. */
export const EditDetails = editableField({
  what: "details",
  schema: ({ own }) => detailFields(own?.last_name === ""),
  values: detailsOf,
  toChange: (typed, provider, before) => {
    const newLinks = Object.keys(SOCIAL_NETWORKS).some(
      (network) =>
        typed.social_links[network as SocialNetwork] !==
        before.social_links[network as SocialNetwork],
    );
    return {
      ...Object.fromEntries(
        COLUMNS.filter((column) => typed[column] !== before[column]).map((column) => [
          column,
          storedText(column, typed[column]),
        ]),
      ),
      ...(typed.show_phone !== before.show_phone && { show_phone: typed.show_phone }),
      ...(newLinks && {
        social_links: withLinks(provider.own?.social_links, typed.social_links),
      }),
    };
  },
  fields: (form, { own }) => (
    <div className="grid gap-4 sm:grid-cols-2">
      {COLUMNS.map((column) => (
        <ProfileField
          key={column}
          form={form}
          column={column}
          required={column === "first_name" || (column === "last_name" && own?.last_name !== "")}
        />
      ))}
      <FormField form={form} name="show_phone" label="Phone number in public" hideLabel>
        <Checkbox label="Show my phone number on this page" />
      </FormField>
      {Object.entries(SOCIAL_NETWORKS).map(([network, label]) => (
        <FormField
          key={network}
          form={form}
          name={`social_links.${network as SocialNetwork}`}
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
  values: ({ skills }) => ({
    skills: skillsOf(skills)
      .map(({ name }) => name)
      .join("\n"),
  }),
  toChange: ({ skills }, provider) => ({ skills: withSkills(skillsOf(provider.skills), skills) }),
  fields: (form) => (
    <FormField form={form} name="skills" label="Skills" hint="One per line. Ctrl+Enter saves.">
      <Textarea rows={6} />
    </FormField>
  ),
});
