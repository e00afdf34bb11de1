import { expect, it } from "vitest";
import { BUSINESS_IMPORT } from "#domain/businesses/import.ts";
import { groupCategories } from "#domain/categories/categories.ts";
import { providerImport } from "#domain/providers/import.ts";
import { IMPORT_ROWS, readImport } from "./csv-import.ts";

const CATEGORIES = [
  ["Construction/Trade", "Plumber"],
  ["Construction/Trade", "Bathroom Specialist"],
  ["Construction/Trade", "Other"],
  ["IT", "Web Design"],
  ["IT", "Other"],
  ["Pets", "Dog Walker"],
];
const PROVIDER_IMPORT = providerImport(
  groupCategories(
    CATEGORIES.map(([group_name = "", name = ""], at) => ({ id: String(at), group_name, name })),
  ),
);
const readProviders = (text: string) => readImport(PROVIDER_IMPORT, text).rows;
const readBusinesses = (text: string) => readImport(BUSINESS_IMPORT, text).rows;

const HEAD = "First name,Last name,Business name,Email,Phone number,Website,Categories";

it("reads a provider by any spelling of the headings, in any order", () => {
  const [row] = readProviders(
    "business_name;LAST NAME;firstName;Ignored;Categories;phone;VAT number\nEngines Ltd;Byron;Ada;x;IT;;123 4567 89",
  );
  expect(row).toMatchObject({
    line: 2,
    problem: null,
    values: {
      first_name: "Ada",
      business_name: "Engines Ltd",
      vat_number: "GB123456789",
      categories: ["IT"],
      email: "",
    },
  });
});

it.each([
  [",B,C Ltd,,,,", "First name and last name are required"],
  ["A,B,,,,,", "Business name is required for providers"],
  ["A,B,C Ltd,nonsense,,,", "Invalid email address"],
  ["A,B,C Ltd,,123,,", "Invalid phone number format"],
  ["A,B,C Ltd,,,javascript:alert(1),", "Please enter a web address, such as https://example.co.uk"],
  [`${"a".repeat(81)},B,C Ltd,,,,`, "Please use at most 80 characters"],
])("refuses the row %j", (line, problem) => {
  expect(readProviders(`${HEAD}\n${line}`)).toMatchObject([{ line: 2, values: null, problem }]);
});

it("refuses an address that the file has twice, once", () => {
  const rows = readProviders(`${HEAD}\nA,B,C,a@b.example,,,\nD,E,F,A@B.example,,,IT; IT ;Pets`);
  expect(rows.map(({ problem }) => problem)).toEqual([null, "Duplicate of line 2"]);
});

it.each([
  ["", "has no rows"],
  [HEAD, "has no rows"],
  ["name,business\nA,B", "Not found: First name, Last name."],
  [`${HEAD}\n${"A,B,C,,,,\n".repeat(IMPORT_ROWS + 1)}`, "at most 1000"],
])("refuses a whole file", (text, words) => {
  expect(() => readProviders(text)).toThrow(words);
});

it("reads businesses, and refuses what the add dialog refuses and duplicates", () => {
  const rows = readBusinesses(
    "Business Email,business_name\nhello@crumb.example,Crumb\n,Crumb\nHELLO@crumb.example,crumb\nno address,Oven\nx@y.example,",
  );
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, null],
    [3, null],
    [4, "Duplicate of line 2"],
    [5, "Invalid email address"],
    [6, "Business name is required"],
  ]);
  // In the order of the template, whatever the file's order.
  expect(rows[0]?.cells).toEqual(["Crumb", "hello@crumb.example"]);
});

it.each([
  ["Plumber", ["Construction/Trade > Plumber"]],
  ["construction/trade>plumber; PLUMBER ; it", ["Construction/Trade > Plumber", "IT"]],
  ["Web  design", ["IT > Web Design"]],
  ["Other", null],
  ["it > other; Other: Sword swallowing", ["IT > Other", "Other: Sword swallowing"]],
  ["Pets > Plumber", null],
  ["Plumer", null],
])("finds the categories of %j before anything is imported", (written, categories) => {
  const [row] = readProviders(`${HEAD}\nA,B,C Ltd,,,,${written}`);
  if (categories) expect(row?.values?.categories).toEqual(categories);
  else expect(row?.problem).toMatch(/^(?:No category is called|Several categories match) “/);
});

it.each([
  ["First name;Last name;Business name;Telephone;Town;Category", "phone_number", []],
  ["Forename;Surname;Company;Mobile;City;Trade", "phone_number", []],
  ["First name;Surname;Company name;Tel.;Place;Trades", "phone_number", []],
  ["First name;Surname;Business;E-mail;Town;Trade;Fax;;Notes", "email", ["Fax", "Notes"]],
  ["First name;Surname;Business;Email address;Town;Trade;Address", "email", ["Address"]],
  ["First name;Surname;Business;URL;Town;Trade", "website_url", []],
  ["First name;Surname;Business;Phone;Town;Trade;Mobile", "phone_number", ["Mobile"]],
])("reads %j, and names the columns it does not use", (head, fourth, unused) => {
  const given = { phone_number: "07700 900123", email: "a@b.example", website_url: "www.c.co.uk" };
  const row = `Ada;Byron;Engines;${given[fourth as keyof typeof given]};Leeds;Plumber`;
  const file = readImport(PROVIDER_IMPORT, `${head}\n${row}`);
  expect(file.unused).toEqual(unused);
  expect(file.rows).toMatchObject([
    {
      problem: null,
      values: {
        first_name: "Ada",
        last_name: "Byron",
        business_name: "Engines",
        location: "Leeds",
        categories: ["Construction/Trade > Plumber"],
        [fourth]: fourth === "website_url" ? "https://www.c.co.uk" : given[fourth as "email"],
      },
    },
  ]);
});

it.each([PROVIDER_IMPORT, BUSINESS_IMPORT])("the example of a template can be imported", (kind) => {
  const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell}"`).join(",");
  const file = `${quoted(Object.values(kind.headings))}\n${quoted(kind.example)}`;
  const [row] = readImport(kind as typeof BUSINESS_IMPORT, file).rows;
  expect(row?.problem).toBeNull();
});
