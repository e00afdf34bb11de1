import type { ReactNode } from "react";
import { type SocialNetwork, socialLinksOf } from "#domain/accounts-forms.ts";
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
import { SOCIAL_NETWORKS } from "#domain/providers.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { Editable } from "./editable.tsx";
import type { Editing } from "./use-editing.ts";

/** Each field of the page: with `editing` its owner gets a pencil, others only the text. */
type FieldProps = { editing: Editing | null; children: ReactNode };

export const EditBusinessName = ({ editing, children }: FieldProps) =>
  editing ? (
    <Editable
      what="business name"
      schema={businessNameField}
      values={{ businessName: editing.provider.businessName ?? "" }}
      toChange={({ businessName }) => ({ business_name: businessName || null })}
      save={editing.save}
      fields={(form) => (
        <FormField form={form} name="businessName" label="Business name" optional>
          <Input autoComplete="organization" maxLength={LIMITS.profiles.business_name} />
        </FormField>
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );

export const EditName = ({ editing, children }: FieldProps) =>
  editing ? (
    <Editable
      what="name"
      schema={nameFields(editing.provider.lastName === "")}
      values={{ firstName: editing.provider.firstName, lastName: editing.provider.lastName }}
      toChange={({ firstName, lastName }) => ({ first_name: firstName, last_name: lastName })}
      save={editing.save}
      fields={(form) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="firstName" label="First name" required>
            <Input autoComplete="given-name" maxLength={LIMITS.profiles.first_name} />
          </FormField>
          <FormField
            form={form}
            name="lastName"
            label="Last name"
            required={editing.provider.lastName !== ""}
          >
            <Input autoComplete="family-name" maxLength={LIMITS.profiles.last_name} />
          </FormField>
        </div>
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );

export const EditLocation = ({ editing, children }: FieldProps) =>
  editing ? (
    <Editable
      what="location"
      schema={locationField}
      values={{ location: editing.provider.location ?? "" }}
      toChange={({ location }) => ({ location: location || null })}
      save={editing.save}
      fields={(form) => (
        <FormField form={form} name="location" label="Location" optional>
          <Input autoComplete="address-level2" maxLength={LIMITS.profiles.location} />
        </FormField>
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );

export const EditPhone = ({ editing, children }: FieldProps) =>
  editing?.provider.own ? (
    <Editable
      what="phone number"
      schema={phoneFields}
      values={{ phone: editing.provider.own.phone, showPhone: editing.provider.own.showPhone }}
      toChange={({ phone, showPhone }) => ({ phone_number: phone || null, show_phone: showPhone })}
      save={editing.save}
      fields={(form) => (
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
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );

export const EditBio = ({ editing, children }: FieldProps) =>
  editing ? (
    <Editable
      what="bio"
      schema={bioField}
      values={{ bio: editing.provider.bio ?? "" }}
      toChange={({ bio }) => ({ bio: bio || null })}
      save={editing.save}
      fields={(form) => (
        <FormField form={form} name="bio" label="About" hint="Ctrl+Enter saves." optional>
          <Textarea rows={8} maxLength={LIMITS.profiles.bio} />
        </FormField>
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );

export const EditSkills = ({ editing, children }: FieldProps) =>
  editing ? (
    <Editable
      what="skills"
      schema={skillsField}
      values={{ skills: editing.provider.skills.map(({ name }) => name).join("\n") }}
      toChange={({ skills }) => ({ skills: withSkills(editing.provider.skills, skills) })}
      save={editing.save}
      fields={(form) => (
        <FormField form={form} name="skills" label="Skills" hint="One per line. Ctrl+Enter saves.">
          <Textarea rows={6} />
        </FormField>
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );

const NETWORK_LABELS: Record<SocialNetwork, string> = {
  website: "Website",
  linkedin: "LinkedIn",
  twitter: "X (Twitter)",
  instagram: "Instagram",
  facebook: "Facebook",
  youtube: "YouTube",
  tiktok: "TikTok",
};

export const EditLinks = ({ editing, children }: FieldProps) =>
  editing?.provider.own ? (
    <Editable
      className="mt-3"
      what="links"
      schema={linkFields}
      values={{ socialLinks: socialLinksOf(editing.provider.own.socialLinks) }}
      toChange={({ socialLinks }) => ({
        social_links: withLinks(editing.provider.own?.socialLinks, socialLinks),
      })}
      save={editing.save}
      fields={(form) => (
        <div className="grid gap-4 sm:grid-cols-2">
          {SOCIAL_NETWORKS.map((network) => (
            <FormField
              key={network}
              form={form}
              name={`socialLinks.${network}`}
              label={NETWORK_LABELS[network]}
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
      )}
    >
      {children}
    </Editable>
  ) : (
    children
  );
