import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { throwAwayFolder } from "#backend/tests/throw-away.ts";
import { startSite } from "./process.ts";
import { test as base, open } from "./site.ts";

export const ADMIN = { username: "boss", password: "correct horse battery" };

interface AdminSite {
  url: string;
  /** May do anything: for what a test needs to be there, never for what it shows. */
  service: SupabaseClient;
}

/** Makes the first admin, and gives a client that may do anything. */
const setUp = async (url: string, dataDir: string): Promise<AdminSite> => {
  const made = await fetch(`${url}/functions/v1/admin-setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  expect(made.status, await made.text()).toBe(200);
  const { api } = JSON.parse(readFileSync(path.join(dataDir, "keys.json"), "utf8")) as {
    api: { serviceRole: string };
  };
  const auth = { persistSession: false, autoRefreshToken: false };
  return { url, service: createClient(url, api.serviceRole, { auth }) };
};

/** For journeys of admins: a site of their own, without the sample, so that its figures are known. */
export const test = base.extend<object, { adminSite: AdminSite }>({
  adminSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from it
    async ({}, use) => {
      const dataDir = throwAwayFolder("admin-");
      const site = await startSite(dataDir, { args: ["--empty"], ready: / is at / });
      try {
        await use(await setUp(site.url, dataDir));
      } finally {
        await site.stop();
        rmSync(dataDir, { recursive: true, force: true });
      }
      const lines = site.output().split("\n");
      expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: async ({ adminSite }, use) => use(adminSite.url),
});

/** Logs in at /admin-login and waits for the dashboard. */
export const logInAsAdmin = async (page: Page): Promise<void> => {
  await open(page, "/admin-login");
  await page.getByLabel("Username").fill(ADMIN.username);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
};

/** A confirmed account, as sign-up and its mail would have made it. */
export const person = async (
  service: SupabaseClient,
  type: "client" | "provider",
  name: string,
  categories: string[] = ["IT"],
): Promise<{ id: string; email: string; password: string; type: typeof type }> => {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@people.example`;
  const [first_name, last_name] = name.split(" ");
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: ADMIN.password,
    email_confirm: true,
    user_metadata: {
      first_name,
      last_name: last_name ?? "Tester",
      account_type: type,
      location: "Leeds",
      phone_number: "+44 7700 900123",
      ...(type === "provider" ? { business_name: `${name} Ltd`, categories } : {}),
    },
  });
  if (error) throw error;
  return { id: data.user.id, email, password: ADMIN.password, type };
};
