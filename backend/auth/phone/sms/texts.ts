import type { AuthConfig } from "#backend/core/project/project.ts";
import { compileTemplate, type Template } from "../../email/template-language.ts";
import type { SmsSender } from "./sender.ts";
import { createSender } from "./senders.ts";

/** What this service needs to send texts. */
export interface Texts {
  /** Null if the project names no sender: then the hook sends, or only test numbers work. */
  sender: SmsSender | null;
  /** The text around a code to sign in or confirm with, and around one of a second factor. */
  code: Template;
  factor: Template;
}

/** Reads the project's texts; throws, naming it, for one that cannot be used. */
export const loadTexts = ({ sms, mfa }: AuthConfig): Texts => {
  const wording = (key: string, source: string): Template => {
    try {
      return compileTemplate(source, { html: false });
    } catch (cause) {
      throw new Error(`${key} cannot be used: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      });
    }
  };
  return {
    sender: createSender(sms),
    code: wording("auth.sms.template", sms.template),
    factor: wording("auth.mfa.phone.template", mfa.phone.template),
  };
};
