import { type ProfileValues, profileForm, socialLinksOf } from "#domain/accounts-forms.ts";
import { skillsField, withLinks, withSkills } from "#domain/accounts-profile.ts";
import { skillsOf } from "#web/features/accounts/profile/index.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { type Profile, refreshSession } from "#web/session/session.ts";

/** The form's values: the rules of My Profile, and for a provider the skills, one on each line. */
export type Values = ProfileValues & { skills: string };

export const formOf = (profile: Profile) =>
  profileForm(profile.account_type === "provider" ? "provider" : "client", {
    oneName: profile.last_name === "",
  }).extend({ skills: skillsField.shape.skills });

export const valuesOf = (profile: Profile): Values => ({
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

export const saveProfile = async (db: Db, profile: Profile, values: Values): Promise<void> => {
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

/** Whether a field has another value. */
export const isChanged = (field: keyof Values, before: Values, after: Values): boolean =>
  JSON.stringify(before[field]) !== JSON.stringify(after[field]);

/** Whether only the categories changed, which has its own error message. */
export const onlyCategories = (before: Values, after: Values): boolean => {
  const fields = Object.keys(before) as (keyof Values)[];
  return fields.filter((field) => isChanged(field, before, after)).join() === "categories";
};
