import { z } from "zod";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { emailText, requiredText } from "#domain/values/texts.ts";

/** Whoever sends something without an account. `homepage` is a field that only programs see. */
export const senderSchema = z.object({
  name: requiredText("Please enter your name", INPUT_LIMITS.full_name, "your name"),
  email: emailText(requiredText("Please enter your email address", INPUT_LIMITS.email)),
  homepage: z.string(),
});

export const NO_SENDER: z.input<typeof senderSchema> = { name: "", email: "", homepage: "" };
