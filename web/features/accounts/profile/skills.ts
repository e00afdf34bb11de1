import { SKILLS_MOST } from "#domain/accounts/profile.ts";
import type { Skill } from "#domain/providers/providers.ts";
import { lengthOf } from "#domain/values/characters.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { foldText } from "#domain/values/names.ts";

/** The list with one more, or why not: trimmed, not empty, no name twice (spec 1 section 5). */
export const withSkill = (skills: readonly Skill[], typed: string): Skill[] | string => {
  const name = typed.trim().replace(/\s+/g, " ");
  if (name === "") return "Please enter a skill";
  if (lengthOf(name) > INPUT_LIMITS.skill)
    return `Please use at most ${INPUT_LIMITS.skill} characters`;
  if (skills.length >= SKILLS_MOST) return `You can list at most ${SKILLS_MOST} skills`;
  if (skills.some((other) => foldText(other.name) === foldText(name))) {
    return "You have already added this skill";
  }
  return [...skills, { name, category: "" }];
};
