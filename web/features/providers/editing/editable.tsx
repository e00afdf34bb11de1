import { zodResolver } from "@hookform/resolvers/zod";
import Pencil from "lucide-react/icons/pencil";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Form, SubmitButton, useForm } from "#web/ui/form.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { silenceToast } from "#web/ui/toast.ts";
import { CHANGED_ELSEWHERE, type Change } from "./change.ts";

interface Shape<Values extends FieldValues> {
  /** The field's name in the button: "Edit {what}". */
  what: string;
  schema: z.ZodType<Values, Values>;
  /** The stored value. */
  values: Values;
  /** `before` is what was stored when the form opened. */
  toChange: (values: Values, before: Values) => Change;
  save: (change: Change) => Promise<string | undefined>;
  fields: (form: UseFormReturn<Values, unknown, Values>) => ReactNode;
}

const Editor = <Values extends FieldValues>({
  shape,
  draft,
  problem,
  onSend,
  onClose,
}: {
  shape: Shape<Values>;
  draft: Values;
  problem: string | undefined;
  onSend: (values: Values) => void;
  onClose: () => void;
}) => {
  const box = useRef<HTMLDivElement>(null);
  const form = useForm<Values, unknown, Values>({
    // The resolver's types want one schema library's own; the values are the same on both sides.
    resolver: zodResolver(shape.schema as never) as never,
    defaultValues: draft as never,
  });
  useEffect(() => {
    box.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, []);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      box.current?.querySelector("form")?.requestSubmit();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside, not of the box
    <div
      ref={box}
      onKeyDown={press}
      className="mt-2 w-full max-w-prose rounded-lg border border-line-strong bg-surface p-4 text-base font-normal tracking-normal"
    >
      {problem && (
        <div className="mb-4">
          <Alert tone="warning" live>
            {problem}
          </Alert>
        </div>
      )}
      <Form form={form} summary={false} onSubmit={(values) => onSend(values)}>
        {shape.fields(form)}
        <div className="flex flex-wrap gap-2">
          <SubmitButton variant="solid" size="sm">
            Save
          </SubmitButton>
          <Button variant="quiet" size="sm" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
};

/**
 * A part of the page that its owner edits in place: a pencil at its heading opens a small form below. Enter saves
 * (Ctrl+Enter in a text of several lines), Escape closes. The form closes at once and returns with the
 * typed text if the change could not be saved.
 */
export const Editable = <Values extends FieldValues>({
  heading,
  children,
  ...shape
}: Shape<Values> & { heading: ReactNode; children: ReactNode }) => {
  /** `before` is what was stored when the form opened; a refusal has shown what is stored since. */
  const [open, setOpen] = useState<{ draft: Values; before: Values; problem?: string } | null>(
    null,
  );
  const pencil = useRef<HTMLButtonElement>(null);
  const refocus = useRef(false);
  const now = JSON.stringify(shape.values);
  const latest = useRef(now);
  latest.current = now;

  useEffect(() => {
    if (open || !refocus.current) return;
    refocus.current = false;
    pencil.current?.focus();
  }, [open]);

  const close = () => {
    refocus.current = true;
    setOpen(null);
  };
  const send = async (values: Values) => {
    if (!open) return;
    // The page may already show the other window's edit after loading again.
    const { before } = open;
    if (!open.problem && JSON.stringify(before) !== latest.current) {
      setOpen({ draft: values, before, problem: CHANGED_ELSEWHERE });
      return;
    }
    close();
    if (JSON.stringify(values) === latest.current) return;
    const problem = await shape.save(shape.toChange(values, before));
    if (!problem) return;
    silenceToast(problem);
    setOpen({ draft: values, before, problem });
  };

  return (
    <div>
      <div className="flex min-h-8 items-center gap-1">
        {heading}
        {!open && (
          <IconButton
            ref={pencil}
            size="sm"
            label={`Edit ${shape.what}`}
            icon={<Pencil className="size-4!" />}
            className="print:hidden"
            onClick={() => setOpen({ draft: shape.values, before: shape.values })}
          />
        )}
      </div>
      {/* The form shows the same, unless it was refused: then what is stored is not what was typed. */}
      <div hidden={open !== null && !open.problem}>{children}</div>
      {open && (
        <Editor
          // A refusal starts the form again with the typed text.
          key={open.problem ?? "first"}
          shape={shape}
          draft={open.draft}
          problem={open.problem}
          onSend={(values) => void send(values)}
          onClose={close}
        />
      )}
    </div>
  );
};
