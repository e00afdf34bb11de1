import { expect, it } from "vitest";
import { NO_AREA } from "#domain/providers/area.ts";
import type { OfferedService } from "#domain/providers/results.ts";
import { draw, wordsOf } from "#tests/draw.tsx";
import {
  type Availability,
  NO_AVAILABILITY,
} from "#web/features/providers/availability/availability.ts";
import type { Profile } from "#web/session/session.ts";
import { PublicPage } from "./public-page.tsx";

const PROFILE = {
  id: "p",
  bio: null,
  work_samples: [],
  created_at: "2026-11-02T10:00:00Z",
} as unknown as Profile;

const textOf = (
  services: readonly OfferedService[] | null,
  availability: Availability | null,
  member = true,
) =>
  wordsOf(
    draw(
      <PublicPage
        profile={PROFILE}
        member={member}
        services={services}
        availability={availability}
      />,
    ),
  );

it("asks for what is missing, and says when somebody joined", () => {
  const text = textOf([], NO_AVAILABILITY);
  for (const what of ["your services", "your opening hours", "the area you serve"])
    expect(text).toContain(`Add ${what}`);
  expect(text).not.toContain("Change");
  expect(text).not.toMatch(/member/i);
  expect(text).toContain("You joined in November 2026.");
});

it("offers a provider without a membership only what they can change", () => {
  const text = textOf([], NO_AVAILABILITY, false);
  expect(text).toMatch(
    /With a membership Activate your membership Services and prices .* Portfolio/,
  );
  expect(text).toContain("0 of 5 sections added. Until your membership");
  expect(text).not.toContain("Add your services");
  expect(text).toContain("Add your opening hours");
});

it("names services, hours and area, each with its change", () => {
  const services = ["Shelves", "Doors", "Windows", "Stairs", "Gates", "Sheds"].map(
    (title, index) =>
      ({
        title,
        price_pence: index === 0 ? 42_00 : null,
        price_text: null,
        unit: "hour",
      }) as OfferedService,
  );
  const hours = { mon: { opens: "08:00", closes: "17:00" }, sun: "closed" } as const;
  const text = textOf(services, { hours, ...NO_AREA, base: "Leeds", miles: 20 });
  expect(text).toContain("Shelves From £42 an hour Doors Windows Stairs Gates 1 other");
  expect(text).toMatch(/Monday: 8am to 5pm Sunday: Closed/);
  expect(text).toContain("Up to 20 miles from Leeds");
  expect(text).toContain("Change your opening hours");
});
