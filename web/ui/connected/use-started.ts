import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { DefaultValues } from "react-hook-form";
import type { z } from "zod";
import { faultOf } from "#domain/site/faults.ts";
import { UNEXPECTED_ERROR } from "#domain/site/messages.ts";
import { supabase } from "#web/session/client.ts";
import type { Db } from "#web/session/database.ts";
import type { Sender } from "#web/session/start-draft.ts";
import { useDraft } from "#web/ui/draft.ts";
import { useForm } from "#web/ui/form.tsx";
import type { PostedDraft } from "#web/ui/posted-form.ts";

/**
 * The form of something that is sent without an account: `submit` sends it by `send`, which resolves to the id of
 * the draft, and `sent` is then where the mailed code goes.
 *
 * @param key of the text that the tab keeps
 * @param posted the result of the form without scripts
 */
export const useStarted = <Values extends Sender>(
  key: string,
  schema: z.ZodType<Values, Values>,
  empty: Values,
  posted: PostedDraft<Values> | undefined,
  send: (db: Db, values: Values, age: number) => Promise<string>,
) => {
  const [sent, setSent] = useState(posted?.sent ?? null);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: (posted?.values ?? empty) as DefaultValues<Values>,
  });
  const { saved } = useDraft(form, key, "tab", posted?.values);
  const submit = async (values: Values) => {
    try {
      const draft = await send(await supabase(), values, performance.now());
      saved();
      setSent({ draft, email: values.email });
    } catch (error) {
      return { message: faultOf(error, UNEXPECTED_ERROR).message };
    }
  };
  return { form, sent, submit };
};
