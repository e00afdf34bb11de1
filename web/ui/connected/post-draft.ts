import type { z } from "zod";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import type { Sender } from "#web/session/start-draft.ts";
import { type PostedDraft, refusedForm } from "#web/ui/posted-form.ts";

/** Sends what a form without scripts gave, if it keeps the rules; `send` resolves to the id of the draft. */
export const postDraft = async <Values extends Sender>(
  schema: z.ZodType<Values>,
  values: Values,
  send: (given: Values) => Promise<string>,
): Promise<PostedDraft<Values>> => {
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    return { ...refusedForm(...parsed.error.issues.map(({ message }) => message)), values };
  try {
    const draft = await send(parsed.data);
    return { ...refusedForm(), values, sent: { draft, email: parsed.data.email } };
  } catch (error) {
    return { ...refusedForm(faultOf(error, UNEXPECTED_ERROR).message), values };
  }
};
