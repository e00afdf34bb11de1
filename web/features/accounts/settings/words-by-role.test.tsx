import { expect, it } from "vitest";
import { deletionSteps } from "#domain/accounts/leaving.ts";
import { draw, wordsOf } from "#tests/draw.tsx";
import { NotificationsTab } from "#web/features/notifications/notifications-tab.tsx";
import type { Profile } from "#web/session/session.ts";
import { ProfileForm } from "./profile-form.tsx";

const choices = {
  email_notifications: true,
  job_alerts: true,
  provider_updates: true,
  marketing: false,
  job_alerts_daily: false,
  job_trades: [],
};

/** The words of the settings of a new account of this type. */
const settingsOf = (account_type: string): string => {
  const profile = { id: "1", account_type, first_name: "Ada", last_name: "King", categories: [] };
  const html = draw(
    <>
      <ProfileForm profile={{ ...profile, skills: [] } as unknown as Profile} groups={[]} />
      <NotificationsTab
        userId="1"
        accountType={account_type}
        trades={[]}
        notifications={{ choices, consents: [] }}
      />
    </>,
    { at: "/account" },
  );
  const { now, later } = deletionSteps(account_type);
  return `${wordsOf(html)} ${now} ${later}`;
};

it("speaks to nobody of what only others do", () => {
  const [client, provider, admin] = ["client", "provider", "admin"].map(settingsOf);
  expect(client).toContain("every job you post");
  expect(client).toContain("your jobs close");
  expect(client).not.toMatch(/payments|membership|your page\b|directory|job alerts/i);
  expect(provider).toContain("your page");
  expect(provider).not.toMatch(/jobs? you post|your jobs|provider updates/i);
  expect(admin).not.toMatch(
    /\bjobs?\b|payments|membership|your page\b|directory|professionals|reviews/i,
  );
});
