import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, it } from "vitest";
import { DEFAULT_PLANS } from "#domain/membership-plans.ts";
import { DEFAULT_SETTINGS } from "#web/session/settings.ts";
import { MailsScreen } from "./mails-screen.tsx";

it("previews a mail with the prices that the site has now", () => {
  const loaded = { mail_free_year_ending: { value: null, version: 1, revisions: [] } };
  const Stub = createRoutesStub([
    {
      id: "root",
      path: "/",
      Component: () => <MailsScreen loaded={loaded} kind="free_year_ending" />,
    },
  ]);
  const plans = DEFAULT_PLANS.map((plan) => ({ ...plan, pence: plan.pence + 55 }));
  const loaderData = { root: { settings: { ...DEFAULT_SETTINGS, plans } } };
  const html = renderToStaticMarkup(<Stub initialEntries={["/"]} hydrationData={{ loaderData }} />);
  expect(html).toMatch(/£20\.55 a year/);
  expect(html).not.toMatch(/£20\.00 a year/);
});
