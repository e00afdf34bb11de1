import { createHash, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { metadataOf } from "#tests/security/people.ts";
import { test } from "./admin.ts";
import { expect, expectAccessible, expectAccessibleInBoth, logInAs, open } from "./site.ts";

const BACK = "https://ledger.example/back";
const PASSWORD = "correct horse";

/** The other application's own page, which shows what it was sent. */
const serveApplication = (page: Page) =>
  page.route(`${BACK}*`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Ledger</h1>" }),
  );

test("another application: consent after the login, denied, approved, listed and removed", async ({
  page,
  request,
  adminSite: { url, service },
}) => {
  const { data: app } = await service.auth.admin.oauth.createClient({
    client_name: "Ledger & Co",
    redirect_uris: [BACK],
    token_endpoint_auth_method: "none",
  });
  const me = `applications-${randomBytes(4).toString("hex")}@people.example`;
  await service.auth.admin.createUser({
    email: me,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: metadataOf("ada", "client"),
  });
  const verifier = randomBytes(32).toString("base64url");
  const authorizeUrl = `${url}/auth/v1/oauth/authorize?${new URLSearchParams({
    client_id: app?.client_id ?? "",
    redirect_uri: BACK,
    scope: "openid profile email",
    state: "here",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  })}`;
  await serveApplication(page);

  // Nobody is signed in: the login comes first, and leads back.
  await page.goto(authorizeUrl);
  await expect(page).toHaveURL(/\/login\?return=%2Foauth%2Fconsent/);
  await logInAs(page, me, PASSWORD, "Solutionz Seeker");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "Connect an application" })).toBeVisible();
  await expect(main.getByText("Ledger & Co would like to sign you in")).toBeVisible();
  await expect(main.getByRole("region", { name: "It would see" }).getByRole("listitem")).toHaveText(
    [
      "That you have an account here",
      "Your name and the profile details you gave when you signed up",
      "Your email address",
    ],
  );
  await expect(main.getByText("You'll then go to ledger.example")).toBeVisible();
  await expectAccessibleInBoth(page);
  const consent = await request.get(page.url());
  expect(consent.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(await consent.text()).toContain('content="noindex"');
  const decided = page.url();

  await main.getByRole("button", { name: "Deny" }).click();
  await expect(page).toHaveURL(
    `${BACK}?error=access_denied&error_description=User+denied+the+request&state=here`,
  );
  await open(page, decided);
  await expect(page.getByText("There is nothing to decide here")).toBeVisible();
  await open(page, "/oauth/consent");
  await expect(page.getByText("This address is not complete.")).toBeVisible();

  // Later than five minutes after the login the page asks for the password and then continues by itself.
  await page.route(
    "**/auth/v1/oauth/authorizations/*/consent",
    (route) =>
      route.fulfill({
        status: 400,
        headers: { "x-supabase-api-version": "2024-01-01" },
        json: { code: "reauthentication_needed", message: "Confirm it's you" },
      }),
    { times: 1 },
  );
  await page.goto(authorizeUrl);
  await main.getByRole("button", { name: "Approve" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  await expectAccessible(page);
  await proof.getByLabel("Current password").fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/ledger\.example\/back\?code=[\w-]{43}&state=here$/);
  const response = await request.post(`${url}/auth/v1/oauth/token`, {
    form: {
      grant_type: "authorization_code",
      client_id: app?.client_id ?? "",
      code: new URL(page.url()).searchParams.get("code") ?? "",
      code_verifier: verifier,
    },
  });
  const { access_token: token } = await response.json();
  const who = () =>
    request.get(`${url}/auth/v1/oauth/userinfo`, { headers: { authorization: `Bearer ${token}` } });
  expect(await (await who()).json()).toMatchObject({ email: me, name: "Ada Tester" });

  // Somebody who approved it before needs no second consent.
  await page.goto(authorizeUrl);
  await expect(page).toHaveURL(/ledger\.example\/back\?code=/);

  await open(page, "/account?tab=security");
  const list = main.getByRole("list", { name: "Your connected applications" });
  await expect(list.getByText("your email address.")).toBeVisible();
  await expectAccessible(page);
  await list.getByRole("button", { name: "Remove Ledger & Co" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Application removed")).toBeVisible();
  await expect(main.getByRole("heading", { name: "Connected applications" })).toHaveCount(0);
  expect((await who()).status()).toBe(403);
});
