import type { AuthConfig } from "#backend/core/project/project.ts";
import type { Auth } from "../context.ts";
import { refuse } from "../errors.ts";
import type { Metadata } from "../users/user.ts";
import { checkStrength } from "./passwords.ts";

/** Known facts about the password's owner, so that it is not the first guess. */
interface Owner {
  email?: string | null;
  raw_user_meta_data?: Metadata | null;
}

/** Passwords with fewer different characters are one key held down, or two in turn. */
const DIFFERENT = 3;
/** Shorter words of a name occur in too many passwords by chance. */
const SHORTEST_WORD = 4;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The 49,000 most common passwords, loaded when the first one is checked. */
const loadCommon = (): Promise<ReadonlySet<string>> => {
  commonPasswords ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return commonPasswords;
};

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** The words of the account and the project: address, names, each alone and as written. */
const personalWords = (owner: Owner, projectId: string): string[] => {
  const [name = "", domain = ""] = (owner.email ?? "").split("@");
  const facts = Object.values(owner.raw_user_meta_data ?? {}).filter(
    (value): value is string => typeof value === "string" && value.length <= 200,
  );
  const texts = [projectId, name, domain.split(".")[0] ?? "", owner.email ?? "", ...facts];
  return texts.flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)]).map(lettersOf);
};

const easyReason = async (
  password: string,
  owner: Owner,
  projectId: string,
): Promise<string | null> => {
  const plain = password.normalize("NFKC").trim().toLowerCase();
  if (plain === "") return "A password cannot be only spaces.";
  const common = await loadCommon();
  if (new Set(plain).size < DIFFERENT || common.has(plain)) {
    return "Many people use this password, so it is easy to guess. Please choose another.";
  }
  const letters = lettersOf(plain);
  const isOwn = personalWords(owner, projectId).includes(letters);
  return isOwn && letters.length >= SHORTEST_WORD
    ? "This password is too close to your name, your email address or the name of this site. Please choose another."
    : null;
};

/**
 * Refuses with `weak_password` a new password that breaks the project's rules. With `[auth]
 * refuse_common_passwords` also one that is easy to guess (GoTrue's reason `pwned`).
 */
export const checkNewPassword = async (
  { config, core }: Auth,
  password: string,
  owner: Owner,
  minimum: AuthConfig["minimumPasswordLength"] = config.minimumPasswordLength,
): Promise<void> => {
  checkStrength(password, config, minimum);
  if (!config.refuseCommonPasswords) return;
  const message = await easyReason(password, owner, core.project.config.projectId);
  if (message) throw refuse("weak_password", { message, reasons: ["pwned"] });
};
