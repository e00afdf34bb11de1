import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { type ImportRow, readProviders } from "#domain/provider-import.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { type Column, Table } from "#web/ui/table.tsx";
import { dated } from "./export-users.ts";
import {
  type Imported,
  importProviders,
  type Refused,
  refusedFile,
  templateFile,
} from "./import-providers.ts";

const LARGEST_FILE = 5 * 1024 * 1024;
/** Rows that the preview shows; the figures above it are of all. */
const SHOWN = 100;

type Stage =
  | { at: "choose"; problem: string | null }
  | { at: "preview"; rows: ImportRow[] }
  | { at: "running"; rows: ImportRow[]; done: number }
  | { at: "done"; result: Imported };

const START: Stage = { at: "choose", problem: null };

const named = (row: ImportRow): string => row.cells.slice(0, 2).join(" ").trim() || "No name";

const PREVIEW: Column<ImportRow>[] = [
  { key: "name", header: "Name", primary: true, cell: named },
  { key: "line", header: "Line", cell: ({ line }) => line },
  { key: "business", header: "Business", cell: ({ cells }) => cells[2] },
  {
    key: "email",
    header: "Email",
    cell: ({ cells }) => <span className="[overflow-wrap:anywhere]">{cells[3] || "None"}</span>,
  },
  {
    key: "problem",
    header: "Outcome",
    cell: ({ problem }) =>
      problem ? <span className="font-semibold text-danger">{problem}</span> : "Ready",
  },
];

const REFUSED: Column<Refused>[] = [
  { key: "name", header: "Name", primary: true, cell: ({ row }) => named(row) },
  { key: "line", header: "Line", cell: ({ row }) => row.line },
  { key: "problem", header: "Why", cell: ({ problem }) => problem },
];

const keyOf = ({ line }: ImportRow): string => String(line);

const Preview = ({ rows }: { rows: readonly ImportRow[] }) => {
  const ready = rows.filter(({ problem }) => !problem).length;
  // What cannot be made comes first: that is what somebody has to look at.
  const shown = [...rows.filter(({ problem }) => problem), ...rows.filter((row) => !row.problem)];
  return (
    <>
      <p role="status" className="mb-4 font-semibold">
        {ready} ready, {rows.length - ready} refused
      </p>
      <Table
        caption="Rows of the file"
        columns={PREVIEW}
        rows={shown.slice(0, SHOWN)}
        rowKey={keyOf}
      />
      {rows.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-soft">
          {rows.length - SHOWN} more rows are not shown here.
        </p>
      )}
    </>
  );
};

const Result = ({ result }: { result: Imported }) => {
  const { made, invited, refused, left } = result;
  return (
    <>
      <Alert live tone={refused.length + left > 0 ? "warning" : "success"} title={`${made} made`}>
        {invited} invited by email, {refused.length} refused
        {left > 0 && `, ${left} not tried because you stopped`}.
      </Alert>
      {refused.length > 0 && (
        <div className="mt-5">
          <Table
            caption="Refused rows"
            columns={REFUSED}
            rows={refused.slice(0, SHOWN)}
            rowKey={({ row }) => keyOf(row)}
          />
        </div>
      )}
    </>
  );
};

/** Makes providers from a CSV file: choose, look, import, and a report of each refused row. */
export const ImportDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const [stage, setStage] = useState<Stage>(START);
  const running = useRef<AbortController | null>(null);
  const { revalidate } = useRevalidator();
  const close = () => {
    if (stage.at === "running") return;
    setStage(START);
    onClose();
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE) throw new Error("Please choose a file smaller than 5MB.");
      setStage({ at: "preview", rows: readProviders(await file.text()) });
    } catch (error) {
      const problem = error instanceof Error ? error.message : "The file could not be read.";
      setStage({ at: "choose", problem });
    }
  };
  const start = async (rows: ImportRow[]) => {
    const controller = new AbortController();
    running.current = controller;
    setStage({ at: "running", rows, done: 0 });
    const onProgress = (done: number) => setStage({ at: "running", rows, done });
    const result = await importProviders(rows, { signal: controller.signal, onProgress });
    setStage({ at: "done", result });
    void revalidate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="lg"
      title="Import providers"
      description="From a CSV file, by the same rules as Create Provider."
      footer={
        <>
          {stage.at === "choose" && (
            <Button
              variant="quiet"
              onClick={() => saveFile(templateFile(), "providers-template.csv")}
            >
              Download the template
            </Button>
          )}
          {stage.at === "preview" && (
            <>
              <Button variant="quiet" onClick={() => setStage(START)}>
                Choose another file
              </Button>
              <Button
                disabled={stage.rows.every(({ problem }) => problem)}
                onClick={() => void start(stage.rows)}
              >
                Import {stage.rows.filter(({ problem }) => !problem).length}
              </Button>
            </>
          )}
          {stage.at === "running" && (
            <Button variant="outline" onClick={() => running.current?.abort()}>
              Stop
            </Button>
          )}
          {stage.at === "done" && (
            <>
              {stage.result.refused.length > 0 && (
                <Button
                  variant="outline"
                  onClick={() => saveFile(refusedFile(stage.result.refused), dated("refused"))}
                >
                  Download refused rows
                </Button>
              )}
              <Button onClick={close}>Close</Button>
            </>
          )}
        </>
      }
    >
      {stage.at === "choose" && (
        <div className="grid gap-4">
          <p className="text-ink-soft">
            The first line names the columns: First name, Last name and Business name are needed;
            Email, Location, Phone number, Website, Bio and Categories (with semicolons between
            them) may be there. Whoever has an email is invited to choose a password.
          </p>
          <div>
            <FileButton accept=".csv,text/csv" onFiles={([file]) => void read(file)}>
              Choose a CSV file
            </FileButton>
          </div>
          {stage.problem && (
            <Alert live tone="danger" title="This file cannot be imported">
              {stage.problem}
            </Alert>
          )}
        </div>
      )}
      {stage.at === "preview" && <Preview rows={stage.rows} />}
      {stage.at === "running" && (
        <>
          <ProgressBar label="Import" value={(100 * stage.done) / stage.rows.length} />
          <p role="status" className="mt-2 tabular-nums">
            {stage.done} of {stage.rows.length} rows
          </p>
          <p className="mt-2 text-ink-soft">Please keep this page open.</p>
        </>
      )}
      {stage.at === "done" && <Result result={stage.result} />}
    </Dialog>
  );
};
