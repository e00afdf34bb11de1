import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { type ProfileValues, profileForm, socialLinksOf } from "#domain/accounts-forms.ts";
import { PROFILE_NOT_UPDATED } from "#domain/accounts-messages.ts";
import { PROFILE_TOAST_MS, skillsField, withLinks, withSkills } from "#domain/accounts-profile.ts";
import type { CategoryGroup } from "#domain/categories.ts";
import { SOCIAL_NETWORKS, type SocialNetwork } from "#domain/providers.ts";
import { INPUT_LIMITS, LIMITS } from "#domain/values/limits.ts";
import { skillsOf } from "#web/features/accounts/profile/index.ts";
import { CategoryPicker, PICKER_LABELS } from "#web/features/categories/index.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { whyRefused } from "#web/session/refusal.ts";
import { type Profile, refreshSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Form, FormField, SubmitButton } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { toast } from "#web/ui/toast.ts";

/** The form's values: the rules of My Profile, and for a provider the skills, one on each line. */
type Values = ProfileValues & { skills: string };

const formOf = (profile: Profile) =>
  profileForm(profile.account_type === "provider" ? "provider" : "client", {
    oneName: profile.last_name === "",
  }).extend({ skills: skillsField.shape.skills });

const valuesOf = (profile: Profile): Values => ({
  firstName: profile.first_name,
  lastName: profile.last_name,
  location: profile.location ?? "",
  businessName: profile.business_name ?? "",
  bio: profile.bio ?? "",
  phone: profile.phone_number ?? "",
  showPhone: profile.show_phone,
  categories: profile.categories,
  socialLinks: socialLinksOf(profile.social_links),
  skills: skillsOf(profile.skills)
    .map(({ name }) => name)
    .join("\n"),
});

const saveProfile = async (db: Db, profile: Profile, values: Values): Promise<void> => {
  await changedRows(
    db
      .from("profiles")
      .update({
        first_name: values.firstName,
        last_name: values.lastName,
        location: values.location || null,
        bio: values.bio || null,
        phone_number: values.phone || null,
        social_links: withLinks(profile.social_links, values.socialLinks),
        categories: values.categories,
        updated_at: new Date().toISOString(),
        ...(profile.account_type === "provider"
          ? {
              business_name: values.businessName || null,
              show_phone: values.showPhone,
              // Only a change of them needs a membership.
              ...(values.skills === valuesOf(profile).skills
                ? {}
                : { skills: withSkills(skillsOf(profile.skills), values.skills) }),
            }
          : {}),
      })
      .eq("id", profile.id)
      .select("id"),
  );
  await refreshSession();
};

/** Whether only the categories changed, which has its own error message. */
const onlyCategories = (before: Values, after: Values): boolean => {
  const fields = Object.keys(before) as (keyof Values)[];
  const changed = fields.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return changed.join() === "categories";
};

/** My Profile: what others read about the person (spec 1 sections 5 and 7). */
export const ProfileForm = ({
  profile,
  groups,
}: {
  profile: Profile;
  groups: readonly CategoryGroup[];
}) => {
  const navigate = useNavigate();
  const provider = profile.account_type === "provider";
  const oneName = profile.last_name === "";
  const form = useForm({
    resolver: zodResolver(formOf(profile)),
    defaultValues: valuesOf(profile),
  });
  const { run } = useWrite((db, values: Values) => saveProfile(db, profile, values));

  const submit = async (values: Values) => {
    try {
      await run(values);
    } catch (error) {
      const refusal = whyRefused(error, {
        title: onlyCategories(valuesOf(profile), values)
          ? "Error updating categories"
          : "Update failed",
        description: PROFILE_NOT_UPDATED.description,
      });
      toast({ ...refusal, variant: "destructive", duration: PROFILE_TOAST_MS });
      return { message: refusal.description };
    }
    form.reset(values);
    toast({ title: "Profile updated", variant: "success", duration: PROFILE_TOAST_MS });
    if (provider) await navigate(`/directory/${profile.id}`);
  };

  return (
    <Form form={form} onSubmit={submit} draft={`profile:${profile.id}`}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="firstName" label="First name" required>
          <Input autoComplete="given-name" maxLength={LIMITS.profiles.first_name} />
        </FormField>
        <FormField form={form} name="lastName" label="Last name" required={!oneName}>
          <Input autoComplete="family-name" maxLength={LIMITS.profiles.last_name} />
        </FormField>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {provider && (
          <FormField form={form} name="businessName" label="Business name" optional>
            <Input autoComplete="organization" maxLength={LIMITS.profiles.business_name} />
          </FormField>
        )}
        <FormField form={form} name="location" label="Location" optional>
          <Input autoComplete="address-level2" maxLength={LIMITS.profiles.location} />
        </FormField>
        <FormField form={form} name="phone" label="Phone number" optional>
          <Input
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            maxLength={LIMITS.profiles.phone_number}
          />
        </FormField>
      </div>
      {provider && (
        <FormField form={form} name="showPhone" label="Phone number in public" hideLabel>
          <Checkbox
            label="Show my phone number on my public profile"
            hint="Otherwise nobody but you and our administrators can see it."
          />
        </FormField>
      )}
      <FormField form={form} name="bio" label="About" optional>
        <Textarea rows={5} maxLength={LIMITS.profiles.bio} />
      </FormField>
      {provider && (
        <FormField
          form={form}
          name="skills"
          label="Skills"
          hint="One per line. These help people find you in search."
          optional
        >
          <Textarea rows={4} />
        </FormField>
      )}
      <FormField
        form={form}
        name="categories"
        label={provider ? PICKER_LABELS.provider : PICKER_LABELS.client}
      >
        {(field) => (
          <CategoryPicker groups={groups} value={field.value} onChange={field.onChange} />
        )}
      </FormField>
      <fieldset className="grid gap-4">
        <legend className="font-display text-xl font-bold">Links</legend>
        <p className="text-sm text-ink-soft">All optional.</p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
      </fieldset>
      <SubmitButton size="lg" className="justify-self-start">
        Save changes
      </SubmitButton>
    </Form>
  );
};
