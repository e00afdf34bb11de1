import { expect, test } from "vitest";
import { understand } from "./specifiers.ts";

test.each([
  ["npm:stripe", "stripe"],
  ["npm:stripe@23.1.0", "stripe"],
  ["npm:/stripe@^23", "stripe"],
  ["npm:zod@4/v4", "zod/v4"],
  ["npm:@supabase/supabase-js@2.119.0", "@supabase/supabase-js"],
  ["npm:@scope/name@1.2.3-beta.1/deep/file.js", "@scope/name/deep/file.js"],
  ["jsr:@supabase/supabase-js@2", "@supabase/supabase-js"],
  ["https://esm.sh/@supabase/supabase-js@2.45.0?target=deno", "@supabase/supabase-js"],
])("%s is the package %s", (specifier, name) => {
  expect(understand(specifier)).toEqual({ kind: "package", name });
});

test("types alone are nothing at run time", () => {
  expect(understand("jsr:@supabase/functions-js/edge-runtime.d.ts")).toEqual({ kind: "nothing" });
  expect(understand("jsr:@supabase/functions-js@2/edge-runtime.d.ts")).toEqual({ kind: "nothing" });
});

test.each([
  "jsr:@std/assert",
  "https://example.org/x.ts",
  "http://deno.land/std/http/server.ts",
  "npm:../../x",
  "npm:",
  "npm:@scope",
])("%s is refused with its name in the reason", (specifier) => {
  expect(understand(specifier)).toEqual({
    kind: "refused",
    reason: expect.stringContaining(specifier),
  });
});

test.each(["./a.ts", "node:fs", "stripe", "file:///x.ts", "#rules/plans.ts"])(
  "%s is left to Node",
  (specifier) => {
    expect(understand(specifier)).toEqual({ kind: "same" });
  },
);
