import { logInAsAdmin, person, test } from "#tests/e2e/admin.ts";
import { picture } from "#tests/e2e/portfolio-files.ts";
import { expect, expectAccessible, open } from "#tests/e2e/site.ts";

test.describe.configure({ timeout: 180_000 });

test("an admin closes another person's job, opens it again and deletes it, and removes a picture of one", async ({
  page,
  adminSite,
}) => {
  await test.step("an admin closes another person's job, opens it again and deletes it", async () => {
    const poster = await person(adminSite.service, "client", "Polly Poster");
    const { data, error } = await adminSite.service
      .from("jobs")
      .insert({
        title: "Paint my fence",
        description: "Twelve metres of it",
        category: "IT",
        user_id: poster.id,
        contact_email: poster.email,
      })
      .select("id")
      .single();
    if (error) throw error;
    await adminSite.service
      .from("jobs")
      .insert({
        title: "Paint my gate",
        description: "One metre of it",
        category: "IT",
        user_id: poster.id,
        contact_email: poster.email,
        status: "closed",
      })
      .throwOnError();
    const path = `/job-directory?job=${data.id}`;
    await logInAsAdmin(page);
    await open(page, path);
    const main = page.getByRole("main");
    await expect(main.getByRole("button", { name: "Return to Main" })).toBeVisible();
    await expect(main.getByRole("link", { name: "Polly Poster" })).toBeVisible();
    await expect(main.getByText("None", { exact: true })).toBeVisible();
    // Admins decide reports and make none; and they see a contact without taking one of the client's places.
    await expect(main.getByRole("button", { name: /^Report/ })).toHaveCount(0);
    await main.getByRole("button", { name: "Show Contact" }).click();
    await expect(main.getByRole("link", { name: poster.email })).toBeVisible();
    const taken = await adminSite.service
      .from("job_contact_reveals")
      .select()
      .eq("job_id", data.id);
    expect(taken.data).toEqual([]);
    // The report that leads here is beside the job, and the way back to its case.
    const reported = await adminSite.service.rpc("report_content", {
      target_type: "job",
      target_id: data.id,
      reason: "spam",
      details: "Posted three times.",
    });
    expect(reported.error).toBeNull();
    await open(page, path);
    await expect(main.getByText("Posted three times.")).toBeVisible();
    await main.getByRole("link", { name: `Review report ${reported.data}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Paint my fence$/ })).toBeVisible();
    const thing = page.getByRole("region", { name: "The job, as it is now" });
    await expect(thing.getByText("Twelve metres of it")).toBeVisible();
    const others = thing.getByRole("listitem").filter({ hasText: /, not open$/ });
    await expect(others.getByRole("link")).toHaveText(["Paint my gate, opens in a new tab"]);
    // Upholding hides nothing: the case says so, and leads to where it is done, also on a telephone.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("radio", { name: /^Uphold/ }).check();
    await page.getByLabel("Your reasons").fill("It is there three times.");
    await page.getByRole("button", { name: "Uphold report" }).click();
    await expect(page.getByText("The job is still public")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Close or delete the job" }).first().click();
    await expect(page).toHaveURL(`${path}#moderation`);
    await expect(page.getByRole("button", { name: "Close job" })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 720 });
    // Other tests of this worker count the reports that wait.
    await adminSite.service.from("reports").delete().eq("target_id", data.id).throwOnError();
    await open(page, path);

    const dialog = page.getByRole("alertdialog");
    const because = async (button: string) => {
      await page.getByRole("main").getByRole("button", { name: button }).click();
      await dialog.getByRole("button", { name: button }).click();
      await expect(dialog.getByText("Please give a reason")).toBeVisible();
      await dialog.getByLabel("Reason").fill("It is no job");
    };
    await because("Close job");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Close job" }).click();
    await expect(page.getByText("Closed by a moderator")).toBeVisible();
    expect((await page.request.get(path)).status()).toBe(410);
    await because("Open again");
    await dialog.getByRole("button", { name: "Open again" }).click();
    await expect(page.getByRole("main").getByText("Job open", { exact: true })).toBeVisible();
    expect((await page.request.get(path)).status()).toBe(200);
    await because("Delete job");
    await dialog.getByRole("button", { name: "Delete job" }).click();
    await expect(page).toHaveURL(/\/job-directory$/);
    await expect(page.getByText("Job deleted")).toBeVisible();
    expect((await page.request.get(path)).status()).toBe(404);
  });

  await test.step("an admin removes a picture of a job", async () => {
    const poster = await person(adminSite.service, "client", "Pia Poster");
    const bucket = adminSite.service.storage.from("pictures");
    const names = ["a", "b"].map((letter) => `${poster.id}/${letter.repeat(64)}.png`);
    for (const name of names) {
      const { error } = await bucket.upload(name, picture(40, 30), { contentType: "image/png" });
      if (error) throw error;
    }
    const { data, error } = await adminSite.service
      .from("jobs")
      .insert({
        title: "Paint my shed",
        description: "Green",
        category: "IT",
        user_id: poster.id,
        contact_email: poster.email,
        pictures: names.map((name) => `/storage/v1/object/public/pictures/${name}`),
      })
      .select("id")
      .single();
    if (error) throw error;
    await open(page, `/job-directory?job=${data.id}`);
    await page.getByRole("button", { name: "Remove picture 2" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Remove this picture?" });
    await dialog.getByLabel("Reason").fill("It shows a stranger");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Remove picture" }).click();
    await expect(page.getByText("Picture removed")).toBeVisible();
    await expect(page.getByRole("list", { name: "Pictures" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Remove picture 2" })).toHaveCount(0);
    const address = (name: string | undefined) => `/storage/v1/object/public/pictures/${name}`;
    expect((await page.request.get(address(names[0]))).ok()).toBe(true);
    expect((await page.request.get(address(names[1]))).ok()).toBe(false);
  });
});
