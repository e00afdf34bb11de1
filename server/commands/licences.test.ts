import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packagesByLicence } from "./licences.ts";

/**
 * Licences that a site under the MIT licence may use and pass on. LGPL applies to the picture library that
 * `sharp` loads, which anybody can replace.
 */
const ALLOWED = [
  ..."MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 OFL-1.1 Unlicense".split(" "),
  ...["BlueOak-1.0.0", "(MIT OR Apache-2.0)", "PostgreSQL", "Python-2.0"],
  "LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later",
  "Apache-2.0 AND LGPL-3.0-or-later AND MIT",
];

test("every package that a production installation may contain has a licence that allows it", () => {
  const lock = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
  const licences = packagesByLicence(lock);
  expect([...licences.keys()].filter((licence) => !ALLOWED.includes(licence))).toEqual([]);
  const lgpl = [...licences]
    .filter(([licence]) => licence.includes("LGPL"))
    .flatMap(([, all]) => all);
  expect(lgpl.filter((name) => !name.startsWith("@img/sharp-"))).toEqual([]);
});

test("packages for development are left out, and one without a licence is named", () => {
  const lock = JSON.stringify({
    packages: {
      "": { version: "1.0.0" },
      "node_modules/a": { version: "1.0.0", license: "MIT" },
      "node_modules/a/node_modules/@b/c": { version: "2.0.0" },
      "node_modules/d": { version: "1.0.0", license: "GPL-3.0", dev: true },
    },
  });
  expect([...packagesByLicence(lock)]).toEqual([
    ["MIT", ["a@1.0.0"]],
    ["unknown", ["@b/c@2.0.0"]],
  ]);
});
