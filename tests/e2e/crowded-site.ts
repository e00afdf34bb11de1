import type { Browser, Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { signedInState, signIn, subscribe } from "./accounts/accounts.ts";
import { register } from "./admin.ts";
import { startOnEmptyFolder } from "./process.ts";
import { ADMIN_ACCOUNT, expect, open, SAMPLE, setUp } from "./site.ts";

/** A visitor, or whose session a page has. */
export type Who = keyof typeof SAMPLE | "visitor" | "crowded" | "admin";

export const CROWDED = {
  email: "maximilian.featherstonehaughcholmondeley@wolverhamptonrestorations.example",
  password: ADMIN_ACCOUNT.password,
};

/** Words without a place to break them: a town in Wales, and what a site, a business and a person may be called. */
export const LONG = {
  site: "The Long and Winding Road Company of Kingston upon Hull 1234",
  place: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
  business: "Featherstonehaughcholmondeleymarjoribanksrestorations & Daughters Ltd",
  firstName: "Wolfeschlegelsteinhausenbergerdorff",
  lastName: "Featherstonehaughcholmondeleymarjoribanks",
};

export interface CrowdedSite {
  url: string;
  service: SupabaseClient;
  stop(): Promise<void>;
}

/** The sample marketplace with an admin, and a provider whose every word is long, listed and saved. */
const crowd = async (url: string, service: SupabaseClient): Promise<void> => {
  const names = { first_name: LONG.firstName, last_name: LONG.lastName, location: LONG.place };
  const made = await register(service, "provider", CROWDED.email, {
    ...names,
    phone_number: "+44 1902 496 0123",
    business_name: LONG.business,
    categories: ["Construction/Trade > Stoneworker/Stonemason"],
  });
  await subscribe(service, made.id, 365);
  const others = await service.from("public_providers").select("user_id").limit(3);
  const jobs = await service.from("jobs").select("id").eq("status", "open").limit(3);
  // Lists and conversations have such words too.
  const [job] = jobs.data ?? [];
  const titled = { title: LONG.business.replaceAll(" ", ""), location: LONG.place };
  await service.from("jobs").update(titled).eq("id", job?.id).throwOnError();
  for (const who of ["client", "provider", "member"] as const) {
    const { db, session } = await signIn(SAMPLE[who], url);
    const user_id = session.user.id;
    const named = { ...names, ...(who !== "client" && { business_name: LONG.business }) };
    await service.from("profiles").update(named).eq("id", user_id).throwOnError();
    const ids = [made.id, ...(others.data ?? []).map((one) => String(one.user_id))];
    await db.from("saved_providers").upsert(
      ids.filter((id) => id !== user_id).map((provider_id) => ({ user_id, provider_id })),
      { ignoreDuplicates: true },
    );
    if (who === "client") continue;
    const saved = (jobs.data ?? []).map(({ id }) => ({ provider_id: user_id, job_id: id }));
    await db.from("saved_jobs").upsert(saved, { ignoreDuplicates: true });
  }
};

export const startCrowdedSite = async (): Promise<CrowdedSite> => {
  const { url, dataDir, stop } = await startOnEmptyFolder("narrow-", {
    ready: /^Sample sign-ins/m,
  });
  const { service } = await setUp(url, dataDir);
  await crowd(url, service);
  return { url, service, stop };
};

/** The session of one of these people; none for a visitor. */
const stateOf = async ({ url }: CrowdedSite, who: Who) => {
  if (who === "visitor") return undefined;
  const { session } = await signIn({ ...SAMPLE, crowded: CROWDED, admin: ADMIN_ACCOUNT }[who], url);
  return signedInState(session, url);
};

export const onTelephone = async (
  browser: Browser,
  crowded: CrowdedSite,
  who: Who,
): Promise<Page> => {
  const storageState = await stateOf(crowded, who);
  const context = await browser.newContext({
    baseURL: crowded.url,
    viewport: { width: 360, height: 720 },
    ...(storageState ? { storageState } : {}),
  });
  return context.newPage();
};

export const openAndWait = async (page: Page, address: string) => {
  await open(page, address);
  await page.locator("h1").first().waitFor();
  const loading = page.getByRole("main").getByRole("status").filter({ hasText: "Loading" });
  await expect(loading, address).toHaveCount(0);
};
