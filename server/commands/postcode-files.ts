import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Unzip, UnzipInflate } from "fflate";
import { gridToDegrees } from "#domain/search/national-grid.ts";

/** Longer ones are no rows of these files. */
const LINE_MOST = 20_000;

const PROGRESS = 200_000;

/** A postcode with its degrees; null for a row without a position. */
type Row = { postcode: string; latitude: number; longitude: number } | null;
type ReadRow = (cells: string[]) => Row;

interface Form {
  separator: "," | "\t";
  /** The first line is a row. */
  isRow: boolean;
  read: ReadRow;
}

const FORMS =
  "Ordnance Survey's Code-Point Open (its ZIP, or CSV files from it), the ONS Postcode Directory (ZIP or CSV with the columns pcds, lat and long), or GB.txt or GB_full.txt of GeoNames";

const cellsOf = (line: string, separator: string): string[] =>
  line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));

const fromGrid: ReadRow = ([postcode = "", quality, east = "", north = ""]) => {
  // 90: the position is not known.
  if (quality === "90") return null;
  const [latitude, longitude] = gridToDegrees(Number(east), Number(north));
  return { postcode, latitude, longitude };
};

const fromDirectory = (columns: string[]): ReadRow | null => {
  const at = (...names: string[]) => columns.findIndex((column) => names.includes(column));
  const [code, latitude, longitude] = [
    at("pcds", "pcd2", "pcd8", "pcd", "pcd7"),
    at("lat"),
    at("long"),
  ];
  const ended = at("doterm");
  if (code < 0 || latitude < 0 || longitude < 0) return null;
  return (cells) =>
    cells[ended]
      ? null
      : {
          postcode: cells[code] ?? "",
          latitude: Number(cells[latitude]),
          longitude: Number(cells[longitude]),
        };
};

const fromGeoNames: ReadRow = (cells) => ({
  postcode: cells[1] ?? "",
  latitude: Number(cells[9]),
  longitude: Number(cells[10]),
});

/** Which of the known forms a file has, by its first line. */
const formOf = (first: string): Form | null => {
  const tabbed = cellsOf(first, "\t");
  if (/^[A-Z]{2}$/.test(tabbed[0] ?? "") && tabbed.length >= 11)
    return { separator: "\t", isRow: true, read: fromGeoNames };
  const cells = cellsOf(first, ",");
  if (/^[A-Z]{1,2}\d/.test(cells[0] ?? "") && cells.slice(1, 4).every((cell) => /^\d+$/.test(cell)))
    return { separator: ",", isRow: true, read: fromGrid };
  const read = fromDirectory(cells.map((cell) => cell.toLowerCase()));
  return read && { separator: ",", isRow: false, read };
};

const CODE = /^([A-Z]{1,2}\d[A-Z\d]?)(?:(\d)[A-Z]{2})?$/;

const STEPS = 100_000;

/** The middle one in degrees, so that a single wrong position moves nothing. */
const medianOf = (steps: number[]): string => {
  const sorted = Int32Array.from(steps).sort();
  return ((sorted[sorted.length >> 1] ?? 0) / STEPS).toFixed(4);
};

/** Positions by sector, or by the first half where a list has no more, in steps of a hundred-thousandth of a degree. */
class Positions {
  readonly #places = new Map<string, { steps: Int32Array; used: number }>();
  count = 0;

  add({ postcode, latitude, longitude }: NonNullable<Row>): void {
    const [, outward, digit] = CODE.exec(postcode.toUpperCase().replace(/\s+/g, "")) ?? [];
    // The directory says 99.999999 where the position is not known.
    const known = latitude >= 49 && latitude <= 61.5 && longitude >= -9 && longitude <= 2.5;
    if (!outward || !known) return;
    this.count += 1;
    const name = digit ? `${outward} ${digit}` : outward;
    const place = this.#places.get(name) ?? { steps: new Int32Array(64), used: 0 };
    if (place.used === place.steps.length) {
      const steps = new Int32Array(place.used * 2);
      steps.set(place.steps);
      place.steps = steps;
    }
    place.steps[place.used] = Math.round(latitude * STEPS);
    place.steps[place.used + 1] = Math.round(longitude * STEPS);
    place.used += 2;
    this.#places.set(name, place);
  }

  /** Rows for `load_postcodes()`. */
  toCsv(): string {
    const parts = new Map<string, Int32Array[]>();
    for (const [name, { steps, used }] of this.#places)
      for (const each of new Set([name, name.split(" ")[0] ?? name]))
        parts.set(each, [...(parts.get(each) ?? []), steps.subarray(0, used)]);
    const rows = [...parts].map(([name, lists]) => {
      const all = lists.flatMap((steps) => [...steps]);
      const [latitude, longitude] = [0, 1].map((at) =>
        medianOf(all.filter((_, n) => n % 2 === at)),
      );
      return `${name.toLowerCase()},${latitude},${longitude}`;
    });
    return `name,latitude,longitude\n${rows.sort().join("\n")}\n`;
  }
}

/** Reads a file's pieces line by line; a file of no known form is left out, which `isKnown` says. */
class Lines {
  isKnown = false;
  #form: Form | null | undefined;
  #rest = "";
  readonly #row: (row: Row) => void;

  constructor(row: (row: Row) => void) {
    this.#row = row;
  }

  write(piece: Buffer | Uint8Array): void {
    if (this.#form === null) return;
    const lines = (
      this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString("latin1")
    ).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#line(line);
    if (this.#rest.length > LINE_MOST) this.#form = null;
  }

  end(): void {
    if (this.#rest) this.#line(this.#rest);
    this.#rest = "";
  }

  #line(text: string): void {
    const line = text.replace(/^\u00ef\u00bb\u00bf/, "").trim();
    if (!line) return;
    if (this.#form === undefined) {
      this.#form = formOf(line);
      this.isKnown = Boolean(this.#form);
      if (!this.#form?.isRow) return;
    }
    if (this.#form) this.#row(this.#form.read(cellsOf(line, this.#form.separator)));
  }
}

/** @returns whether the file, or one in it if it is a ZIP, has a known form. */
const readFile = async (file: string, row: (row: Row) => void): Promise<boolean> => {
  const lines: Lines[] = [];
  const open = (): Lines => {
    const one = new Lines(row);
    lines.push(one);
    return one;
  };
  let unzip: Unzip | null = null;
  let plain: Lines | null = null;
  let failure: Error | null = null;
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 16 })) {
    const bytes = piece as Buffer;
    if (!unzip && !plain) {
      if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004"))) {
        unzip = new Unzip((entry) => {
          if (!/\.(?:csv|txt)$/i.test(entry.name)) return;
          const one = open();
          entry.ondata = (error, data, final) => {
            failure ??= error;
            if (data) one.write(data);
            if (final) one.end();
          };
          entry.start();
        });
        unzip.register(UnzipInflate);
      } else plain = open();
    }
    unzip?.push(bytes);
    plain?.write(bytes);
    if (failure) throw failure;
  }
  unzip?.push(new Uint8Array(), true);
  plain?.end();
  return lines.some(({ isKnown }) => isKnown);
};

/**
 * The first halves and sectors of the postcodes in these files, with the middle of their positions.
 * @param progress gets a line for each 200,000 rows
 * @returns rows for `load_postcodes()`, and how many postcodes they are of
 * @throws Error that names a file of no known form, and what was expected
 */
export const readPostcodes = async (
  files: readonly string[],
  progress: (line: string) => void = () => undefined,
): Promise<{ csv: string; postcodes: number }> => {
  const positions = new Positions();
  let rows = 0;
  for (const file of files) {
    const before = positions.count;
    const facts = await stat(file).catch(() => null);
    if (!facts?.isFile())
      throw new Error(
        `${file} is ${facts ? "no file" : "not there"}. Expected: ${FORMS}. Nothing was loaded.`,
      );
    const isKnown = await readFile(file, (row) => {
      rows += 1;
      if (rows % PROGRESS === 0) progress(`${rows.toLocaleString("en-GB")} rows read`);
      if (row) positions.add(row);
    });
    if (!isKnown || positions.count === before)
      throw new Error(
        `${file} has no postcodes that can be read. Expected: ${FORMS}. Nothing was loaded.`,
      );
  }
  return { csv: positions.toCsv(), postcodes: positions.count };
};
