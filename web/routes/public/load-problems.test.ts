import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderPage } from "#tests/page.tsx";
import * as directory from "./directory.tsx";
import * as jobDirectory from "./job-directory.tsx";

/** A data service whose every response is a failure. */
const visitor = createClient("http://data.example", "key", {
  auth: { persistSession: false, autoRefreshToken: false },
  global: {
    fetch: async () => Response.json({ code: "57014", message: "too slow" }, { status: 500 }),
  },
});

const warned = vi.spyOn(console, "warn");
beforeEach(() => {
  warned.mockImplementation(() => {});
});
afterEach(() => warned.mockReset());
afterAll(() => warned.mockRestore());

it.each([
  ["/directory", directory, "Professionals", "Failed to load providers"],
  ["/job-directory", jobDirectory, "Job Directory", "Failed to load jobs"],
])(
  "a list that cannot be read on %s is reported, with a link to the same page",
  async (path, route, title, words) => {
    const page = await renderPage(route, { path, visitor }, `${path}?location=Leeds`);
    expect(page.status).toBe(503);
    expect(page.html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
    expect(page.html).toMatch(new RegExp(`role="alert".*${words}`));
    expect(page.html).toContain(`href="${path}?location=Leeds"`);
    expect(warned).toHaveBeenCalled();
  },
);
