import { symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { newFolder, writeFiles } from "#backend/tests/folders.ts";
import { billOfMaterials } from "./sbom.ts";

test("the bill has what is installed, at any depth, once in each version", () => {
  const root = newFolder("sbom-");
  const put = (at: string, facts: object) =>
    writeFiles(root, { [path.join(at, "package.json")]: JSON.stringify(facts) });
  put("", { name: "site", version: "1.0.0" });
  put("node_modules/a", { name: "a", version: "1.0.0", license: "MIT" });
  put("node_modules/a/node_modules/@b/c", { name: "@b/c", version: "2.0.0" });
  put("node_modules/@b/c", { name: "@b/c", version: "1.0.0", license: "ISC" });
  put("backend/node_modules/a", { name: "a", version: "1.0.0", license: "MIT" });
  put("backend", { name: "backend", version: "1.0.0" });
  put("node_modules/.cache/x", { name: "x", version: "1.0.0" });
  symlinkSync("../backend", path.join(root, "node_modules/backend"));
  const { components, metadata } = billOfMaterials(root);
  expect(metadata.component).toMatchObject({ name: "site", version: "1.0.0" });
  expect(components.map(({ purl }) => purl)).toEqual([
    "pkg:npm/%40b/c@1.0.0",
    "pkg:npm/%40b/c@2.0.0",
    "pkg:npm/a@1.0.0",
  ]);
  expect(components[0]).toMatchObject({ licenses: [{ expression: "ISC" }] });
  expect(components[1]).not.toHaveProperty("licenses");
});
