import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { IN_AUDIT_LOG } from "#domain/site/admin-messages.ts";
import { formatMoment } from "#domain/values/dates.ts";
import type { Json } from "#supabase/database.ts";
import { useWrite } from "#web/session/use-write.ts";
import { describeFailure, reportAct, useAct } from "#web/ui/admin/act.ts";
import { ReasonDialog } from "#web/ui/admin/reason-dialog.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Fold } from "#web/ui/fold.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Revision, Setting } from "./queries.ts";
import { summary } from "./summary.ts";
import { restoreSetting, saveSetting } from "./writes.ts";

/** "Coupon FIRST100" as "coupon FIRST100". */
const inSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/** The part that is about to be mounted again with its new version, takes the focus, and whether it is unfolded. */
let remounting: { title: string; open: boolean } | null = null;

const History = ({ label, name, setting }: { label: string; name: string; setting: Setting }) => {
  const { run } = useAct(restoreSetting);
  const [chosen, setChosen] = useState<Revision | null>(null);
  if (setting.revisions.length === 0) return null;
  const restore = async (reason: string) => {
    if (!chosen) return;
    const { id: revision, value } = chosen;
    remounting = { title: label, open: false };
    const restoring = run({ key: name, value, revision, seen: setting.updated_at, reason });
    restoring.catch(() => {
      remounting = null;
    });
    return reportAct(restoring, "Failed to restore the setting", `${label} restored`);
  };
  return (
    <Fold
      label={
        <span className="py-1 text-sm font-semibold">
          Earlier versions <span className="sr-only">of {label} </span>({setting.revisions.length})
        </span>
      }
    >
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {setting.revisions.map((revision) => (
          <li key={revision.id} className="flex items-center justify-between gap-4 py-2 text-sm">
            <span className="min-w-0">
              <span className="line-clamp-2 wrap-anywhere">{summary(revision.value)}</span>
              <span className="text-ink-soft">
                Until {formatMoment(revision.replaced_at)}, changed by{" "}
                {revision.replaced_by ?? "a former admin"}
              </span>
            </span>
            <Button
              size="sm"
              variant="outline"
              aria-label={`Restore ${label} of before ${formatMoment(revision.replaced_at)}`}
              onClick={() => setChosen(revision)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
      <ReasonDialog
        open={chosen !== null}
        onClose={() => setChosen(null)}
        title={`Restore ${inSentence(label)}?`}
        description={chosen && <span className="line-clamp-3">{summary(chosen.value)}</span>}
        confirmLabel="Restore"
        hint={IN_AUDIT_LOG}
        onConfirm={restore}
      />
    </Fold>
  );
};

/** Parts of the page that belong together. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="pb-10">
    <h2 className="mb-3 text-xl">{title}</h2>
    <div className="divide-y divide-line border-y border-line">{children}</div>
  </div>
);

/**
 * One part of the page in a line: what it is now, and a button that unfolds its purpose, its fields, one button that
 * asks for a reason, and any failure. Typed text remains until it is saved, or dropped in favour of a colleague's
 * newer version.
 */
export const Part = ({
  title,
  heading = title,
  value,
  needed,
  lead,
  onSave,
  children,
  actions,
  beside,
  after,
}: {
  title: string;
  /** What its heading says, if not the title; nothing where the page's own heading does. */
  heading?: string;
  /** What it is now, in a line, empty if it has not been added. Without it the part is always unfolded. */
  value?: ReactNode;
  /** Why an empty value must be added. */
  needed?: string;
  lead?: ReactNode;
  onSave: (data: FormData, reason: string) => Promise<void>;
  children: ReactNode;
  /** Buttons after the one that saves. */
  actions?: ReactNode;
  /** Content at the side of the form on a wide screen, and under it elsewhere. */
  beside?: ReactNode;
  after?: ReactNode;
}) => {
  const [pending, setPending] = useState<FormData | null>(null);
  const [wrong, setWrong] = useState<{ words: string; stale: boolean } | null>(null);
  const [open, setOpen] = useState(remounting?.title === title && remounting.open);
  const { revalidate } = useRevalidator();
  const fields = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isNeeded = value === "" && needed !== undefined;
  useEffect(() => {
    if (remounting?.title !== title) return;
    remounting = null;
    button.current?.focus();
  }, [title]);
  const save = async (reason: string) => {
    if (!pending) return;
    setWrong(null);
    try {
      remounting = { title, open: false };
      await onSave(pending, reason);
      toast({ title: `${title} saved`, variant: "success" });
    } catch (error) {
      remounting = null;
      // The dialog closes: the form behind it shows what is wrong.
      const words = describeFailure(`Failed to save ${inSentence(title)}`, error);
      setWrong({ words, stale: (error as { code?: unknown }).code === "PT409" });
    }
  };
  return (
    <section id={isNeeded ? "needed" : undefined} aria-label={title} className="py-3">
      {value === undefined ? (
        heading && <h2 className="text-xl wrap-anywhere">{heading}</h2>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
          <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
          <p className="line-clamp-2 whitespace-pre-line wrap-anywhere text-ink-soft max-sm:col-span-full max-sm:row-start-2">
            {isNeeded ? (
              <span className="block pl-6.5 -indent-6.5 font-semibold text-warning">
                <TriangleAlert
                  aria-hidden="true"
                  className="mr-1.5 inline size-5 align-text-bottom"
                />
                {needed}
              </span>
            ) : (
              value || "Not added yet"
            )}
          </p>
          <Button
            ref={button}
            variant={isNeeded ? "solid" : "quiet"}
            size="sm"
            className={
              isNeeded ? undefined : "-mr-3 underline decoration-line-strong underline-offset-4"
            }
            aria-expanded={open}
            aria-controls={fields}
            onClick={() => setOpen(!open)}
          >
            <span>
              {open ? "Close" : value ? "Change" : "Add"}
              <span className="sr-only"> {inSentence(title)}</span>
            </span>
          </Button>
        </div>
      )}
      <div
        id={fields}
        hidden={value !== undefined && !open}
        className={cx("grid gap-5 pt-2 pb-5", value !== undefined && "max-w-4xl sm:pl-50")}
      >
        {lead && <p className="max-w-prose text-sm text-ink-soft">{lead}</p>}
        <div
          className={cx("grid gap-x-10 gap-y-8", beside !== undefined && "lg:grid-cols-[7fr_6fr]")}
        >
          <form
            onSubmit={(event) => {
              event.preventDefault();
              setPending(new FormData(event.currentTarget));
            }}
            className="grid content-start gap-5"
          >
            {wrong && (
              <Alert tone="danger" live title="Not saved">
                <p>{wrong.words}</p>
                {wrong.stale && (
                  <Button
                    size="sm"
                    variant="outline"
                    className="mt-3"
                    onClick={() => {
                      remounting = { title, open: true };
                      void revalidate();
                    }}
                  >
                    Show what is there now
                  </Button>
                )}
              </Alert>
            )}
            {children}
            <div
              data-bottom-bar={beside === undefined ? undefined : ""}
              className={cx(
                "flex flex-wrap gap-3",
                beside !== undefined && "sticky bottom-0 z-10 border-t border-line bg-paper py-3",
              )}
            >
              <Button type="submit">Save {inSentence(title)}</Button>
              {actions}
            </div>
          </form>
          {beside}
        </div>
        {after}
      </div>
      <ReasonDialog
        open={pending !== null}
        onClose={() => setPending(null)}
        title={`Save ${inSentence(title)}?`}
        description="The change takes effect within seconds."
        confirmLabel="Save"
        hint={IN_AUDIT_LOG}
        onConfirm={save}
      />
    </section>
  );
};

/** A part that is one setting, with its earlier versions. */
export const SettingPart = ({
  title,
  name,
  setting,
  read,
  write = saveSetting,
  children,
  ...part
}: {
  title: string;
  heading?: string;
  value?: ReactNode;
  needed?: string;
  lead?: ReactNode;
  name: string;
  setting: Setting;
  read: (data: FormData) => Json;
  /** Saves the value, if there is more to do than that. */
  write?: typeof saveSetting;
  children: ReactNode;
  actions?: ReactNode;
  beside?: ReactNode;
}) => {
  const { run } = useWrite(write);
  return (
    <Part
      // A colleague's change, or a restored version, is shown once it is loaded.
      key={setting.updated_at}
      title={title}
      {...part}
      onSave={async (data, reason) => {
        await run({ key: name, value: read(data), seen: setting.updated_at, reason });
      }}
      after={<History label={title} name={name} setting={setting} />}
    >
      {children}
    </Part>
  );
};
