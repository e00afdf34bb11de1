import { writeFileSync } from "node:fs";
import path from "node:path";
import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { newFolder } from "#backend/tests/folders.ts";
import { readPostcodes } from "./postcode-files.ts";

const folder = newFolder("postcodes-");
const file = (name: string, content: string | Uint8Array): string => {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
};

const CODE_POINT = `"LS6 3AB",10,427851,435951,"E92000001","","","E08000035","E05012345"
"LS6 3AD",10,427900,436000,"E92000001","","","E08000035","E05012345"
"LS6 3AE",10,499999,499999,"E92000001","","","E08000035","E05012345"
"LS6 9ZZ",90,0,0,"E92000001","","","E08000035","E05012345"
`;
const ONS = `\u{feff}pcd,pcd2,pcds,dointr,doterm,oscty,lat,long
"LS6 3AB","LS6  3AB","LS6 3AB","198001","","E1",53.8190,-1.5778
"LS6 3AC","LS6  3AC","LS6 3AC","198001","199601","E1",50.0000,-1.0000
"JE2 3AB","JE2  3AB","JE2 3AB","198001","","",99.999999,0.000000
"BT1 1AA","BT1  1AA","BT1 1AA","198001","","N1",54.6000,-5.9300
`.replaceAll("\n", "\r\n");
const GEONAMES = [
  "GB\tAB10\tAberdeen\tScotland\tSCT\tAberdeen\t\t\t\t57.1300\t-2.1200\t4",
  "GB\tM1 1AA\tManchester\tEngland\tENG\t\t\t\t\t53.4800\t-2.2400\t6",
].join("\n");

const read = async (...files: string[]) =>
  (await readPostcodes(files)).csv.trim().split("\n").slice(1);

it.each([
  ["Code-Point Open's CSV", "ls.csv", CODE_POINT, ["ls6 3,53.8195,-1.5777", "ls6,53.8195,-1.5777"]],
  [
    "Code-Point Open's ZIP",
    "codepo_gb.zip",
    zipSync({
      "Doc/licence.txt": strToU8("Open Government Licence"),
      "Doc/Code-Point_Open_Column_Headers.csv": strToU8("PC,PQ,EA,NO\n"),
      "Data/CSV/ls.csv": strToU8(CODE_POINT),
    }),
    ["ls6 3,53.8195,-1.5777", "ls6,53.8195,-1.5777"],
  ],
  [
    "the ONS Postcode Directory",
    "ONSPD.csv",
    ONS,
    [
      "bt1 1,54.6000,-5.9300",
      "bt1,54.6000,-5.9300",
      "ls6 3,53.8190,-1.5778",
      "ls6,53.8190,-1.5778",
    ],
  ],
  [
    "GeoNames",
    "GB_full.txt",
    GEONAMES,
    ["ab10,57.1300,-2.1200", "m1 1,53.4800,-2.2400", "m1,53.4800,-2.2400"],
  ],
])("reads %s, with the middle of the known positions", async (_, name, content, rows) => {
  const found = await read(file(name, content));
  const numbers = (row: string) =>
    row.split(",").map((cell, at) => (at === 0 ? cell : Number(cell).toFixed(3)));
  expect(found.map(numbers)).toEqual(rows.map(numbers));
});

it.each([
  ["a page", "page.html", "<!doctype html>\n<p>Not found</p>\n"],
  ["a list of names", "names.csv", "name,town\nJo,Leeds\n"],
  ["nothing", "empty.csv", ""],
  ["a line without end", "long.csv", "x".repeat(200_000)],
  ["a ZIP of something else", "other.zip", zipSync({ "a.txt": strToU8("hello") })],
  ["a directory without positions", "ons.csv", "pcds,lat,long\nLS6 3AB,99.999999,0\n"],
])("refuses %s, and says what was expected", async (_, name, content) => {
  await expect(readPostcodes([file("good.csv", CODE_POINT), file(name, content)])).rejects.toThrow(
    /has no postcodes that can be read\. Expected: .*GeoNames\. Nothing was loaded\./,
  );
});
