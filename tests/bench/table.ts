import { CROWD } from "./cases.ts";
import { type Quiet, READ_RATE } from "./during-sign-ins.ts";
import type { Figures, Row } from "./rounds.ts";
import type { StartTimes } from "./weight.ts";

const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat("en-GB", {
  maximumFractionDigits: 1,
  minimumFractionDigits: 1,
});

const short = (value: number) => (value < 100 ? tenth : whole).format(value);
const percent = (value: number | null) => (value === null ? "–" : `${whole.format(value * 100)} %`);
const times = (figures: Figures | null) =>
  figures ? `${short(figures.p50)} / ${short(figures.p99)}` : "–";

/** A table in Markdown, with aligned columns for a terminal. */
export const markdown = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  const [head = [], ...body] = rows;
  return [line(head), `| ${rule.join(" | ")} |`, ...body.map(line)].join("\n");
};

const COLUMNS =
  "work|service /s|p50 / p99 ms|straight /s|p50 / p99 ms|bare /s|of straight|of bare|Node µs|bytes".split(
    "|",
  );

export const rowsTable = (rows: readonly Row[]): string =>
  markdown([
    COLUMNS,
    ...rows.map(({ name, service, straight, bare, ofStraight, ofBare, nodeMicros, bytes }) => [
      name,
      short(service.perSecond),
      times(service),
      straight ? short(straight.perSecond) : "–",
      times(straight),
      short(bare.perSecond),
      percent(ofStraight),
      percent(ofBare),
      nodeMicros === null ? "–" : whole.format(nodeMicros),
      whole.format(bytes),
    ]),
  ]);

/**
 * How much longer the unluckiest wait than most, where many ask at once. What the server that does
 * nothing has of it is the machine's own.
 */
export const crowdLines = (rows: readonly Row[]): string[] =>
  rows
    .filter(({ name }) => name.startsWith(CROWD))
    .map(({ name, service, bare }) => {
      const ratio = ({ p50, p99 }: Figures) => tenth.format(p99 / p50);
      return `${name}: p99 is ${ratio(service)} times p50 (limit 3), of the bare server ${ratio(bare)} times`;
    });

export const quietLines = ({ alone, during, signInsPerSecond }: Quiet): string[] => [
  `Reads at ${READ_RATE}/s (p50 / p99 ms): alone ${short(alone.p50)} / ${short(alone.p99)}, beside 16 people signing in at once, ${tenth.format(signInsPerSecond)} sign-ins/s ${short(during.p50)} / ${short(during.p99)}`,
];

export const startLines = (
  { fresh, second }: StartTimes,
  scripts: { files: number; bytes: number },
): string[] => [
  `First page after a start on a fresh folder, built before: ${tenth.format(fresh / 1000)} s (limit 10)`,
  `First page after a second start: ${tenth.format(second / 1000)} s (limit 3)`,
  `JavaScript that the home page's HTML asks for, brotli: ${whole.format(scripts.bytes)} bytes in ${scripts.files} files (limits in tests/e2e/site/budgets.spec.ts)`,
];
