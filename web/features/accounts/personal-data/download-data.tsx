import { useRef, useState } from "react";
import { EXPORT_FAILED } from "#domain/accounts/settings-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { needsProof } from "#web/session/refusal.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, SubmitButton, useForm } from "#web/ui/form.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { SettingRow } from "#web/ui/setting-row.tsx";
import { toast } from "#web/ui/toast.ts";
import { useProof } from "../reauthentication/use-proof.tsx";
import { exportAccount, type Progress } from "./export.ts";

const megabytes = (bytes: number): string =>
  bytes < 100_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;

const UnderWay = ({ progress, onCancel }: { progress: Progress | null; onCancel: () => void }) => (
  <div className="grid gap-3">
    <ProgressBar
      label="Download"
      value={progress?.size ? (progress.received / progress.size) * 100 : undefined}
    />
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-ink-soft">
        {progress
          ? `${megabytes(progress.received)} of about ${megabytes(progress.size)}`
          : "Putting your data together…"}
      </p>
      <Button type="button" variant="outline" size="sm" onClick={onCancel}>
        Cancel the download
      </Button>
    </div>
  </div>
);

const ExportForm = ({ onDone }: { onDone: () => void }) => {
  const settings = useSettings();
  const [progress, setProgress] = useState<Progress | null>(null);
  const proof = useProof();
  const stop = useRef<AbortController | null>(null);
  const form = useForm();

  const download = async (): Promise<{ message: string } | undefined> => {
    const controller = new AbortController();
    stop.current = controller;
    setProgress(null);
    try {
      const { zip, name } = await performWrite((db) =>
        exportAccount(db, settings, { signal: controller.signal, onProgress: setProgress }),
      );
      saveFile(zip, name);
      toast({ title: "Your data is ready", description: `Saved as ${name}.`, variant: "success" });
      onDone();
    } catch (error) {
      if (controller.signal.aborted) return;
      if (needsProof(error)) return (await proof.request()) ? download() : undefined;
      return { message: faultOf(error, EXPORT_FAILED).message };
    }
    return undefined;
  };

  return (
    <>
      <Form form={form} onSubmit={download}>
        <div aria-live="polite">
          {form.formState.isSubmitting && (
            <UnderWay progress={progress} onCancel={() => stop.current?.abort()} />
          )}
        </div>
        <SubmitButton variant="solid">Download</SubmitButton>
      </Form>
      {proof.dialog}
    </>
  );
};

/** All data of the account, as a zip (P-19). */
export const DownloadData = () => {
  const [open, setOpen] = useState(false);
  return (
    <SettingRow
      title="Your data"
      value="Everything we hold about your account, and your files, as one zip with a readable page and a data file."
      action={
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          Download my data
        </Button>
      }
    >
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title="Download my data"
        description="Profile, jobs, feedback, saved items, emails we sent, devices and files."
      >
        <ExportForm onDone={() => setOpen(false)} />
      </Dialog>
    </SettingRow>
  );
};
