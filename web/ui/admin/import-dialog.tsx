import { type ReactNode, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { faultOf, ReadableError } from "#domain/site/faults.ts";
import { csvName } from "#domain/values/csv.ts";
import {
  type ImportFile,
  type ImportKind,
  type ImportRow,
  readImport,
} from "#domain/values/csv-import.ts";
import { readTextFile } from "#domain/values/text-files.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { type Column, Table } from "#web/ui/table.tsx";
import {
  type Imported,
  importRows,
  type MakeRow,
  type Refused,
  refusedFile,
  templateFile,
} from "./import-rows.ts";

const LARGEST_FILE = 5 * 1024 * 1024;
/** Rows in the preview; the figures above it are for all rows. */
const SHOWN = 100;

type Stage<Values> =
  | { at: "choose"; problem: string | null }
  | ({ at: "preview" } & ImportFile<Values>)
  | { at: "running"; rows: ImportRow<Values>[]; done: number }
  | { at: "done"; result: Imported<Values> };

const START = { at: "choose", problem: null } as const;

type NameOf = (cells: readonly string[]) => ReactNode;

/** A column of the preview, made from a row's cells, and what they were read as unless it is refused. */
interface CellColumn<Values> {
  header: string;
  cell: (cells: readonly string[], values: Values | null) => ReactNode;
}

type AnyRow = ImportRow<unknown>;
const keyOf = ({ line }: AnyRow): string => String(line);
const nameColumn = (name: NameOf): Column<AnyRow> => ({
  key: "name",
  header: "Name",
  primary: true,
  cell: ({ cells }) => name(cells) || "No name",
});

const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <section tabIndex={0} aria-label={label}>
    {children}
  </section>
);

const Preview = <Values,>({
  file: { rows, unused },
  name,
  columns,
}: {
  file: ImportFile<Values>;
  name: NameOf;
  columns: readonly CellColumn<Values>[];
}) => {
  const ready = rows.filter(({ problem }) => !problem).length;
  // Refused rows come first: people must correct those.
  const shown = [...rows.filter(({ problem }) => problem), ...rows.filter((row) => !row.problem)];
  return (
    <Scrolled label="Preview">
      <p role="status" className="mb-4 font-semibold">
        {ready} ready, {rows.length - ready} refused
      </p>
      {unused.length > 0 && (
        <div className="mb-4">
          <Alert tone="warning" title="Columns not imported">
            {unused.join(", ")}
          </Alert>
        </div>
      )}
      <Table<ImportRow<Values>>
        caption="Rows of the file"
        columns={[
          nameColumn(name),
          { key: "line", header: "Line", cell: ({ line }) => line },
          ...columns.map(({ header, cell }) => ({
            key: header,
            header,
            cell: ({ cells, values }: ImportRow<Values>) => cell(cells, values),
          })),
          {
            key: "problem",
            header: "Outcome",
            cell: ({ problem }) =>
              problem ? <span className="font-semibold text-danger">{problem}</span> : "Ready",
          },
        ]}
        rows={shown.slice(0, SHOWN)}
        rowKey={keyOf}
      />
      {rows.length > SHOWN && (
        <p className="mt-3 text-sm text-ink-soft">
          {rows.length - SHOWN} more rows are not shown here.
        </p>
      )}
    </Scrolled>
  );
};

const Result = ({
  result: { made, remarked, refused, left },
  remark,
  next,
  name,
}: {
  result: Imported<unknown>;
  remark: string | undefined;
  next: string | undefined;
  name: NameOf;
}) => (
  <Scrolled label="Result">
    <Alert live tone={refused.length + left > 0 ? "warning" : "success"} title={`${made} made`}>
      {`${remark ? `${remarked} ${remark}, ` : ""}${refused.length} refused${left > 0 ? `, ${left} not tried` : ""}.${next && made > 0 ? ` ${next}` : ""}`}
    </Alert>
    {refused.length > 0 && (
      <div className="mt-5">
        <Table<Refused<unknown>>
          caption="Refused rows"
          columns={[
            { ...nameColumn(name), cell: ({ row }) => nameColumn(name).cell(row) },
            { key: "line", header: "Line", cell: ({ row }) => row.line },
            { key: "problem", header: "Why", cell: ({ problem }) => problem },
          ]}
          rows={refused.slice(0, SHOWN)}
          rowKey={({ row }) => keyOf(row)}
        />
      </div>
    )}
  </Scrolled>
);

/**
 * Creates many items from a CSV file: choose, preview, import with progress, and a report of each refused
 * row. `what` names the items, and the files ("providers"); `children` describes the columns.
 */
export const ImportDialog = <Key extends string, Values>({
  open,
  onClose,
  kind,
  make,
  what,
  description,
  name,
  columns = [],
  remark,
  next,
  children,
}: {
  open: boolean;
  onClose: () => void;
  kind: ImportKind<Key, Values>;
  make: MakeRow<Values>;
  what: string;
  description: string;
  name: NameOf;
  columns?: readonly CellColumn<Values>[];
  /** A description of the items for which `make` returns true: "invited by email". */
  remark?: string;
  /** What is still to do for the items made, as a sentence. */
  next?: string;
  children: ReactNode;
}) => {
  const [stage, setStage] = useState<Stage<Values>>(START);
  const running = useRef<AbortController | null>(null);
  const { revalidate } = useRevalidator();
  const close = () => {
    if (stage.at === "running") return;
    setStage(START);
    onClose();
  };
  const fail = (error: unknown) => {
    const { message: problem } = faultOf(error, "The file could not be read.");
    setStage({ at: "choose", problem });
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    try {
      if (file.size > LARGEST_FILE)
        throw new ReadableError("Please choose a file smaller than 5MB.");
      setStage({ at: "preview", ...readImport(kind, await readTextFile(file)) });
    } catch (error) {
      fail(error);
    }
  };
  const start = async (rows: ImportRow<Values>[]) => {
    const controller = new AbortController();
    running.current = controller;
    setStage({ at: "running", rows, done: 0 });
    const onProgress = (done: number) => setStage({ at: "running", rows, done });
    try {
      const result = await importRows(rows, make, { signal: controller.signal, onProgress });
      setStage({ at: "done", result });
    } catch (error) {
      fail(error);
    }
    void revalidate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      size="lg"
      title={`Import ${what}`}
      description={description}
      footer={
        <>
          {stage.at === "choose" && (
            <Button
              variant="quiet"
              onClick={() => saveFile(templateFile(kind), `${what}-template.csv`)}
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
                  onClick={() =>
                    saveFile(refusedFile(kind, stage.result.refused), csvName(`refused-${what}`))
                  }
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
          <p className="text-ink-soft">{children}</p>
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
      {stage.at === "preview" && <Preview file={stage} name={name} columns={columns} />}
      {stage.at === "running" && (
        <>
          <ProgressBar label="Import" value={(100 * stage.done) / stage.rows.length} />
          <p role="status" className="mt-2 tabular-nums">
            {stage.done} of {stage.rows.length} rows
          </p>
          <p className="mt-2 text-ink-soft">Please keep this page open.</p>
        </>
      )}
      {stage.at === "done" && (
        <Result result={stage.result} remark={remark} next={next} name={name} />
      )}
    </Dialog>
  );
};
