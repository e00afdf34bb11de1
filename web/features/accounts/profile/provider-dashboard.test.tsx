import { expect, it } from "vitest";
import { NO_FILTER } from "#domain/jobs/jobs.ts";
import { draw } from "#tests/draw.tsx";
import { NO_FIGURES } from "#tests/examples/provider-figures.ts";
import type { Profile } from "#web/session/session.ts";
import { NO_SUBSCRIPTION } from "#web/session/subscription.ts";
import type { ProviderFigures } from "./dashboard-queries.ts";
import { ProviderDashboard } from "./provider-dashboard.tsx";

const NOTHING: ProviderFigures = {
  ...NO_FIGURES,
  newJobs: { filter: NO_FILTER, jobs: [], requests: [] },
};
const TASK = { key: "t", title: "Claim it", why: "It is free.", to: "/membership", action: "Go" };

const shown = (figures: ProviderFigures) =>
  draw(
    <ProviderDashboard
      profile={{} as Profile}
      subscription={NO_SUBSCRIPTION}
      figures={figures}
      worth={null}
      tasks={[TASK]}
    />,
  );

it("shows a newcomer the next step and the parts of the page, and no zeros", () => {
  const html = shown(NOTHING);
  expect(html).toContain("Claim it");
  expect(html).toMatch(/href="\/profile"[^>]*>Set your opening hours and area</);
  expect(html).not.toContain("Services and prices");
  expect(html).not.toContain("Contacts unlocked");
  expect(html).not.toContain("Your membership");
});

it("shows work that was won before everything else", () => {
  const won = [
    { job_id: "7", title: "Hang a gate", client: "Ann", job_status: "hired", confirmed: true },
  ] as unknown as ProviderFigures["won"];
  const html = shown({ ...NOTHING, won });
  expect(html).toMatch(/href="\/job-directory\?job=7"[^>]*>Hang a gate</);
  expect(html).toContain("Ann hired you.");
  expect(html.indexOf("Hang a gate")).toBeLessThan(html.indexOf("Claim it"));
});
