import {
  PROFILE_COLUMNS,
  PROVIDER_COLUMNS,
  storedText,
  typedTexts,
} from "#domain/accounts/fields.ts";
import { type ProfileValues, profileForm, socialLinksOf } from "#domain/accounts/forms.ts";
import { skillsField, withLinks, withSkills } from "#domain/accounts/profile.ts";
import { skillsOf } from "#domain/providers/providers.ts";
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
  ...typedTexts(profile),
  show_phone: profile.show_phone,
  categories: profile.categories,
  social_links: socialLinksOf(profile.social_links),
  skills: skillsOf(profile.skills)
    .map(({ name }) => name)
    .join("\n"),
});

export const saveProfile = async (db: Db, profile: Profile, values: Values): Promise<void> => {
  const provider = profile.account_type === "provider";
  await changedRows(
    db
      .from("profiles")
      .update({
        ...Object.fromEntries(
          PROFILE_COLUMNS.filter((column) => provider || !PROVIDER_COLUMNS.includes(column)).map(
            (column) => [column, storedText(column, values[column])],
          ),
        ),
        social_links: withLinks(profile.social_links, values.social_links),
        categories: values.categories,
        updated_at: new Date().toISOString(),
        ...(provider
          ? {
              show_phone: values.show_phone,
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
