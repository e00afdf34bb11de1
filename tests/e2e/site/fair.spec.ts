import { FEEDBACK_LABELS } from "#domain/feedback/feedback.ts";
import { layoutFaults } from "#tests/e2e/narrow-layout.ts";
import { expect, expectAccessibleInBoth, test } from "#tests/e2e/site.ts";

const PAGE = "/how-we-keep-this-fair";

test("every screen that chooses for a visitor links to how that is kept fair, and what money does not buy", async ({
  page,
  request,
}) => {
  await page.goto("/directory");
  const profile = await page
    .getByRole("link", { name: /^View Profile/ })
    .first()
    .getAttribute("href");
  const screens = ["/", "/directory", `${profile}`, `${profile}?action=contact`];
  for (const screen of screens) {
    await page.goto(screen);
    const link = page
      .getByRole("main")
      .getByRole("link", { name: /^How (we keep this fair|your details are used)$/ });
    await expect(link.first(), screen).toHaveAttribute("href", PAGE);
  }
  await page.getByRole("contentinfo").getByRole("link", { name: "How we keep this fair" }).click();
  await expect(page).toHaveURL(PAGE);
  expect(await (await request.get("/sitemap/pages.xml")).text()).toContain(`${PAGE}</loc>`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How we keep this fair");
  await expect(
    page.getByText("It doesn't buy a higher place, better stars or the removal of a review."),
  ).toBeVisible();
  await expect(page.getByText(/pay £20 a year or £2\.99 a month for a/)).toBeVisible();
  for (const { name, meaning } of Object.values(FEEDBACK_LABELS))
    await expect(page.getByText(`${name}: ${meaning}`)).toBeVisible();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await layoutFaults(page)).toEqual([]);
  }
  await expectAccessibleInBoth(page);
});
