import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  request,
} from "@playwright/test";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import { pressOn } from "#tests/checkout-page.ts";
import { linkIn, mailTo, siteUrl } from "#tests/e2e/mailbox.ts";
import { ADMIN_ACCOUNT, expect, open } from "#tests/e2e/site.ts";

export const PASSWORD = "correct horse";

let people = 0;
/** An address that nobody has yet. */
export const freshAddress = (name: string): string => {
  people += 1;
  return `${name}-${process.pid}-${people}-${Date.now()}@example.co.uk`;
};

/** Fills the sign-up form; pressing its button is left. */
export const fillSignUp = async (
  page: Page,
  email: string,
  type: "client" | "provider",
  business = "Lovelace Engines",
): Promise<void> => {
  await page.getByLabel("Full name").fill("Ada King Lovelace");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Location").fill("Leeds");
  if (type === "provider") {
    await page.getByLabel("Phone number").fill("(0113) 496-0000");
    await page.getByLabel("Business name").fill(business);
    await page.getByLabel("Business Category *").click();
    await page.getByLabel("Search categories").fill("graphic");
    await page.getByLabel("Graphic Design").check();
  }
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password").fill(PASSWORD);
};

/** Signs up as a person does, and ends on /confirm-email. */
export const signUpByForm = async (
  page: Page,
  email: string,
  type: "client" | "provider",
  business?: string,
): Promise<void> => {
  await open(page, type === "provider" ? "/signup?type=provider" : "/signup");
  await fillSignUp(page, email, type, business);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/confirm-email");
};

/** Follows the link of the mail to this address, and presses. */
export const confirmEmail = async (
  page: Page,
  email: string,
  subject = /confirm/i,
  site?: string,
): Promise<void> => {
  const mail = await mailTo(page.request, email, subject, site);
  await open(page, linkIn(mail, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm my email" }).click();
};

/** What a browser keeps when this session is its own. */
export const signedInState = (
  session: Session,
  origin = siteUrl(),
): BrowserContextOptions["storageState"] => ({
  cookies: [],
  origins: [
    { origin, localStorage: [{ name: "solutionz-session", value: JSON.stringify(session) }] },
  ],
});

/** A client without a browser, with the public key. */
export const publicClient = async (url = siteUrl()) => {
  const config = await fetch(`${url}/config.json`);
  const { anonKey } = (await config.json()) as { anonKey: string };
  return createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } });
};

/** Such a client in which somebody has signed in, and their session. */
export const signIn = async (
  { email, password = PASSWORD }: { email: string; password?: string },
  url?: string,
): Promise<{ db: SupabaseClient; session: Session }> => {
  const db = await publicClient(url);
  const { data, error } = await db.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { db, session: data.session };
};

/** Such a client that continues a session. */
export const clientOf = async (session: Session): Promise<SupabaseClient> => {
  const db = await publicClient();
  const { error } = await db.auth.setSession(session);
  if (error) throw error;
  return db;
};

/** Ends every session of somebody, as 'Log out of all devices' on another device does. */
export const endSessions = async (...who: Parameters<typeof signIn>): Promise<void> => {
  const { db } = await signIn(...who);
  expect((await db.auth.signOut({ scope: "global" })).error).toBeNull();
};

/** Makes a confirmed account through the API, as form and mail would, but quickly. */
export const account = async (
  type: "client" | "provider",
  business = "Lovelace Engines",
): Promise<{ email: string; session: Session }> => {
  const email = freshAddress(type);
  const db = await publicClient();
  const provider = { business_name: business, categories: ["IT"] };
  const made = await db.auth.signUp({
    email,
    password: PASSWORD,
    options: {
      data: {
        first_name: "Ada",
        last_name: "King Lovelace",
        location: "Leeds",
        phone_number: "+44 113 496 0000",
        account_type: type,
        ...(type === "provider" ? provider : {}),
      },
    },
  });
  if (made.error) throw made.error;
  const api = await request.newContext();
  const link = new URL(linkIn(await mailTo(api, email, /confirm/i), "/confirm-email"));
  await api.dispose();
  const token_hash = link.searchParams.get("token_hash") ?? "";
  const { data, error } = await db.auth.verifyOtp({ type: "signup", token_hash });
  if (error || !data.session) throw error ?? new Error("No session");
  return { email, session: data.session };
};

/** Somebody confirmed, in a browser of their own that is signed in. */
export const member = async (
  browser: Browser,
  type: "client" | "provider",
  business?: string,
): Promise<{ context: BrowserContext; page: Page; email: string; session: Session }> => {
  const made = await account(type, business);
  const context = await browser.newContext({ storageState: signedInState(made.session) });
  return { context, page: await context.newPage(), ...made };
};

/** Somebody who has an account, signed in, in a browser of their own. The login's page has its own tests. */
export const enter = async (
  browser: Browser,
  { email, password }: { email: string; password: string },
  { baseURL = siteUrl(), ...options }: BrowserContextOptions = {},
): Promise<Page> => {
  const { session } = await signIn({ email, password }, baseURL);
  const storageState = signedInState(session, baseURL);
  return (await browser.newContext({ ...options, baseURL, storageState })).newPage();
};

/** The first admin of the admins' site, as `enter` has others. */
export const enterAsAdmin = (browser: Browser, baseURL: string): Promise<Page> =>
  enter(browser, ADMIN_ACCOUNT, { baseURL });

/** Makes somebody a member for some days, as a payment would. */
export const subscribe = async (
  service: SupabaseClient,
  user_id: string,
  days = 20,
): Promise<void> => {
  await service
    .from("subscribers")
    .insert({
      user_id,
      subscribed: true,
      subscription_tier: "yearly",
      subscription_end: new Date(Date.now() + days * 86_400_000).toISOString(),
    })
    .throwOnError();
};

/** Pays for a year at the test checkout, as the page's button does. */
const payFor = async (session: Session): Promise<void> => {
  const db = await publicClient();
  const started = await db.functions.invoke<{ url: string }>("create-checkout", {
    body: { plan: "yearly" },
    headers: { authorization: `Bearer ${session.access_token}` },
  });
  if (started.error || !started.data) throw started.error ?? new Error("No checkout");
  const paid = await pressOn(started.data.url, "pay");
  expect(paid.status, await paid.text()).toBe(303);
};

/** A provider who has paid, in a browser of their own that is signed in. */
export const payingMember = async (browser: Browser, business?: string) => {
  const made = await member(browser, "provider", business);
  await payFor(made.session);
  return made;
};
