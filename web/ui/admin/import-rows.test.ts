import { beforeEach, expect, it, vi } from "vitest";
import { BUSINESS_IMPORT } from "#domain/businesses/import.ts";
import { readImport } from "#domain/values/csv-import.ts";
import { importRows, refusedFile, templateFile } from "./import-rows.ts";

const session = vi.hoisted(() => ({ ended: false, logsInAgain: false, requests: 0 }));
vi.mock("#web/session/session.ts", () => ({
  sessionClient: async () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: "first" } } }) },
  }),
  sessionEnded: async () => session.ended,
  requestSignIn: async () => {
    session.requests += 1;
    session.ended = !session.logsInAgain;
    return session.logsInAgain;
  },
  getSession: async () => ({
    status: "signed-in",
    ...(session.ended ? { ended: "declined" } : {}),
  }),
}));
beforeEach(() => void Object.assign(session, { ended: false, logsInAgain: false, requests: 0 }));

const { rows } = readImport(BUSINESS_IMPORT, "Business name\nOne\nTwo\n=Three\nThree");
const signal = new AbortController().signal;

it("continues after a refused row, and returns it with its reason, safe for spreadsheets", async () => {
  const progress: number[] = [];
  const make = async (_db: unknown, { name }: { name: string }) => {
    if (name === "Two") throw { code: "PT409", message: "This business is already listed." };
    if (name === "=Three") throw { code: "XX000", message: "relation is locked" };
    return name === "One";
  };
  const result = await importRows(rows, make, {
    signal,
    onProgress: (done) => progress.push(done),
  });
  expect(result).toMatchObject({ made: 2, remarked: 1, left: 0 });
  expect(progress).toEqual([1, 2, 3, 4]);
  expect(
    (await refusedFile(BUSINESS_IMPORT, result.refused).text()).split("\r\n").slice(1, 3),
  ).toEqual([
    "Two,,3,This business is already listed.",
    "'=Three,,4,Something went wrong on our side. Nothing is lost. Please try again in a moment.",
  ]);
});

it("stops on request, and reports how many were not tried", async () => {
  const controller = new AbortController();
  const make = async () => {
    controller.abort();
    return false;
  };
  const ways = { signal: controller.signal, onProgress: () => {} };
  expect(await importRows(rows, make, ways)).toMatchObject({ made: 1, left: 3, refused: [] });
});

const makeUntilEnded = async (_db: unknown, { name }: { name: string }) => {
  if (name === "Two" && session.requests === 0) session.ended = true;
  if (session.ended) throw { code: "PGRST301", message: "JWT expired" };
  return false;
};

it("asks once to log in again when the session ends, and continues with the same row", async () => {
  session.logsInAgain = true;
  const result = await importRows(rows, makeUntilEnded, { signal, onProgress: () => {} });
  expect(result).toMatchObject({ made: 4, refused: [], left: 0 });
  expect(session.requests).toBe(1);
});

it("gives a template that can be read", async () => {
  const [row] = readImport(BUSINESS_IMPORT, await templateFile(BUSINESS_IMPORT).text()).rows;
  expect(row).toMatchObject({ problem: null, cells: BUSINESS_IMPORT.example });
});
