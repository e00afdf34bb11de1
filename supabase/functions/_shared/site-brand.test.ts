import { createClient } from "@supabase/supabase-js";
import { expect, it } from "vitest";
import { wordingsOf } from "../deliver-notices/mail.ts";
import type { Db } from "./database.ts";
import { siteBrand } from "./site-brand.ts";

const failing: Db = createClient("http://localhost", "key", {
  global: { fetch: async () => Response.json({ message: "no connection" }, { status: 400 }) },
});

it.each([
  ["brand", siteBrand],
  ["words", wordingsOf],
])("no mail is sent while its %s cannot be read", async (_, read) => {
  await expect(read(failing)).rejects.toThrow("no connection");
});
