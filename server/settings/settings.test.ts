import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aboutSetting, SETTING_NAMES, type SettingName, Settings } from "./settings.ts";

const HEAD = `# Copy this file to .env and fill it in: npm start and the commands read it from there.
# Each setting may also be given as a file that contains it: SMTP_URL_FILE=/run/secrets/smtp
# Those marked "live" are required when SITE_MODE is live. Lines that begin with # leave the default.
`;

const line = (name: SettingName): string => {
  const { about, example, live } = aboutSetting(name);
  const value = example ?? Settings.shape[name].safeParse(undefined).data ?? "";
  const quoted = /[\s<>]/.test(String(value)) ? `"${value}"` : value;
  const set = name === "SITE_MODE" || live;
  return `# ${live ? "(live) " : ""}${about}\n${set ? "" : "#"}${name}=${quoted}\n`;
};

test(".env.example has every setting (npx vitest run server/settings/settings.test.ts -u writes it)", async () => {
  const groups = Map.groupBy(SETTING_NAMES, (name) => aboutSetting(name).group);
  const text = [...groups].map(([group, names]) => `## ${group}\n\n${names.map(line).join("\n")}`);
  await expect(`${HEAD}\n${text.join("\n")}`).toMatchFileSnapshot("../../.env.example");
});

test("docs/operations.md names every setting", () => {
  const docs = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const named = (name: string) =>
    docs.includes(`\`${name}\``) || /^SIGN_IN_\w+_(SECRET|CLIENT_ID)$/.test(name);
  expect(SETTING_NAMES.filter((name) => !named(name))).toEqual([]);
});

test("there are at most 45", () => {
  expect(SETTING_NAMES.length).toBeLessThanOrEqual(45);
});
