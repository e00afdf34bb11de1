import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "./alert.tsx";

/**
 * Says that a text from before signing in is in the form and still has to be sent: it is brought into view with the
 * focus on it. It appears only above a complete form, which has its draft by now (`useDraftFromBefore`).
 */
export const RestoredDraft = <Values extends FieldValues>({
  form,
  schema,
  title,
  children,
}: {
  form: UseFormReturn<Values>;
  schema: z.ZodType;
  title: string;
  children: ReactNode;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const [complete, setComplete] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has its draft
  useEffect(() => setComplete(schema.safeParse(form.getValues()).success), []);
  useEffect(() => {
    if (complete) box.current?.scrollIntoView({ block: "start" });
  }, [complete]);
  return (
    <div ref={box} className="mb-5 scroll-mt-4 empty:hidden">
      {complete && (
        <Alert tone="success" title={title} focused>
          {children}
        </Alert>
      )}
    </div>
  );
};
