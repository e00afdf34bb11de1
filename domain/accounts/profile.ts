import { z } from "zod";
import type { SocialNetwork } from "#domain/providers/providers.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { foldText } from "#domain/values/names.ts";
import { profileForm, socialLinksOf } from "./forms.ts";

/** What a provider edits on the public page itself, with the rules of the account settings and of the columns. */
const providerFields = profileForm("provider").shape;

/** Toasts about the profile close a second earlier than others (spec 2 section 9). */
export const PROFILE_TOAST_MS = 4000;

export const SKILLS_MOST = 60;

/** One skill a line, as it is typed. */
const skillLines = (typed: string): string[] =>
  typed
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\s+/g, " "))
    .filter(Boolean);

const distinct = (lines: string[]) => new Set(lines.map(foldText)).size === lines.length;

/**
 * The top of the page.
 *
 * @param oneName for a person who has one name, and may keep it
 */
export const detailFields = (oneName: boolean) =>
  profileForm("provider", { oneName }).omit({ bio: true, categories: true });
export const bioField = z.object({ bio: providerFields.bio });
export const skillsField = z.object({
  skills: z
    .string()
    .refine(
      (typed) => skillLines(typed).every((line) => lengthOf(line) <= INPUT_LIMITS.skill),
      `Please use at most ${INPUT_LIMITS.skill} characters a line`,
    )
    .refine(
      (typed) => skillLines(typed).length <= SKILLS_MOST,
      `You can list at most ${SKILLS_MOST} skills`,
    )
    .refine((typed) => distinct(skillLines(typed)), "Please list each skill once"),
});

/** The stored links with the seven that have a field replaced; other stored links remain. */
export const withLinks = (
  stored: unknown,
  typed: Record<SocialNetwork, string>,
): Record<string, string> => {
  const others =
    stored !== null && typeof stored === "object" && !Array.isArray(stored)
      ? Object.entries(stored).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        )
      : [];
  return { ...Object.fromEntries(others), ...socialLinksOf(typed) };
};

/** The lines as skills; an existing one keeps its category. */
export const withSkills = (
  stored: readonly { name: string; category: string }[],
  typed: string,
): { name: string; category: string }[] =>
  skillLines(typed).map((name) => ({
    name,
    category: stored.find((skill) => foldText(skill.name) === foldText(name))?.category ?? "",
  }));

/** Where "View My Profile" leads: to the public page if the provider is listed, otherwise to /profile (P-33). */
export const ownProfilePath = (
  profile:
    | (Record<"is_active" | "is_visible", boolean> & { id: string; account_type: string })
    | null,
  isSubscribed: boolean,
): string =>
  profile?.account_type === "provider" && profile.is_active && profile.is_visible && isSubscribed
    ? `/directory/${profile.id}`
    : "/profile";
