import { expect, it } from "vitest";
import { DEFAULT_PLANS } from "#domain/membership/plans.ts";
import { draw } from "#tests/draw.tsx";
import { MailsScreen } from "./mails-screen.tsx";

const screen = (kind: string, settings: object = {}) => {
  const loaded = {
    [`mail_${kind}`]: { value: null, updated_at: "2026-11-29T00:00:00Z", revisions: [] },
  };
  return draw(<MailsScreen loaded={loaded} kind={kind} to="" sent={null} />, { settings });
};

it("previews a mail with the prices that the site has now", () => {
  const plans = DEFAULT_PLANS.map((plan) => ({ ...plan, pence: plan.pence + 55 }));
  const html = screen("free_year_ending", { plans });
  expect(html).toMatch(/£20\.55 a year/);
  expect(html).not.toMatch(/£20\.00 a year/);
});

it("previews how to stop a mail that its receiver can stop", () => {
  expect(screen("job_alert")).toContain("Stop these emails");
  expect(screen("free_year_ending")).not.toContain("Stop these emails");
});
