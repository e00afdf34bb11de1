import { type FormEvent, type ReactNode, useState } from "react";
import { formatMoment } from "#domain/dates.ts";
import type { Json } from "#supabase/database.types.ts";
import { tellFailure } from "#web/features/administration/index.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";
import type { Setting, SettingKey } from "./queries.ts";
import { restoreSetting, saveSetting } from "./writes.ts";

/** A setting's earlier value as a line to read. */
const summary = (value: Json): string => {
  if (typeof value === "string") return value.trim() || "Empty";
  if (value === null || typeof value !== "object") return String(value);
  const entries = Object.entries(value).map(([key, one]) => `${key}: ${String(one)}`);
  return entries.join(", ") || "Empty";
};

const History = ({ label, setting }: { label: string; setting: Setting }) => {
  const { run, busy } = useWrite(restoreSetting);
  if (setting.revisions.length === 0) return null;
  const restore = async (id: number) => {
    try {
      await run(id);
    } catch (error) {
      tellFailure("Failed to restore the setting", error);
      return;
    }
    toast({ title: `${label} restored`, variant: "success" });
  };
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm font-semibold">
        Earlier versions <span className="sr-only">of {label} </span>({setting.revisions.length})
      </summary>
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
              disabled={busy}
              aria-label={`Restore ${label} of before ${formatMoment(revision.replaced_at)}`}
              onClick={() => void restore(revision.id)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** One part of the page: what it is about, its fields, one button, and what failed. */
export const Part = ({
  title,
  lead,
  onSave,
  children,
  after,
}: {
  title: string;
  lead: ReactNode;
  onSave: (data: FormData) => Promise<void>;
  children: ReactNode;
  after?: ReactNode;
}) => {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setWrong(null);
    try {
      await onSave(new FormData(event.currentTarget));
      toast({ title: `${title} saved`, variant: "success" });
    } catch (error) {
      setWrong(tellFailure(`Failed to save ${title.toLowerCase()}`, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section
      aria-label={title}
      className="grid gap-x-10 gap-y-4 border-t border-line py-8 lg:grid-cols-[18rem_1fr]"
    >
      <div>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 text-sm text-ink-soft">{lead}</p>
      </div>
      <div className="grid max-w-2xl gap-5">
        <form onSubmit={(event) => void save(event)} className="grid gap-5">
          {wrong && (
            <Alert tone="danger" live title="Not saved">
              {wrong}
            </Alert>
          )}
          {children}
          <Button type="submit" busy={busy} className="justify-self-start">
            Save {title.toLowerCase()}
          </Button>
        </form>
        {after}
      </div>
    </section>
  );
};

/** A part that is one setting, with its earlier versions. */
export const SettingPart = ({
  title,
  lead,
  name,
  setting,
  read,
  children,
}: {
  title: string;
  lead: ReactNode;
  name: SettingKey;
  setting: Setting;
  read: (data: FormData) => Json;
  children: ReactNode;
}) => {
  const { run } = useWrite(saveSetting);
  return (
    <Part
      // A change by somebody else, or a restored version, is shown when it is loaded.
      key={setting.version}
      title={title}
      lead={lead}
      onSave={async (data) => {
        await run({ key: name, value: read(data), version: setting.version });
      }}
      after={<History label={title} setting={setting} />}
    >
      {children}
    </Part>
  );
};
