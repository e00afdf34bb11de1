import { expect, it } from "vitest";
import { bareTexts, fleetingComponents } from "./bare-text.ts";
import { oddNames } from "./glossary.ts";
import {
  BACKEND_ENTRIES,
  cycles,
  importsOf,
  listed,
  read,
  sourceFiles,
  sqlFiles,
} from "./imports.ts";
import { rawMessages } from "./messages.ts";
import { featureOf, isUnnamed, MARKETPLACE_WORDS, refusal } from "./rules.ts";
import { blindWrites } from "./writes.ts";

const files = sourceFiles();
const imports = files.flatMap(importsOf);

it("keeps its import rules", () => {
  const broken = imports.flatMap(({ from, to }) => {
    const why = refusal(from, to);
    return why ? `${from} imports ${to}: ${why}` : [];
  });
  expect(broken).toEqual([]);
});

it("gives every noun its room", () => {
  expect(files.filter(isUnnamed)).toEqual([]);
  expect(isUnnamed("web/features/two-step/index.ts")).toBe(true);
});

it("enters the backend by at most ten doors", () => {
  expect(BACKEND_ENTRIES.size).toBeLessThanOrEqual(10);
  const files = [...BACKEND_ENTRIES.values()].toSorted();
  expect(listed("backend/exports/*")).toEqual(files);
});

it("has no circular imports", () => {
  expect(cycles(imports.filter(({ from }) => !from.includes(".test.")))).toEqual([]);
});

it("has no features that know each other in circles, and one way into each", () => {
  const between = imports.flatMap(({ from, to }) => {
    const [mine, theirs] = [featureOf(from), featureOf(to)];
    if (!mine || !theirs || mine === theirs || from.includes(".test.")) return [];
    return { from: mine, to: theirs };
  });
  expect(between.length).toBeGreaterThan(50);
  expect(cycles(between)).toEqual([]);
  expect(files.filter((file) => /^web\/features\/[^/]+\/.+\/index\.tsx?$/.test(file))).toEqual([]);
});

it("has no program in a string of more than 20 lines, where nothing checks it", () => {
  const long = /[=(>] ?`\n((?:[^`\n]*\n){21,})[^`\n]*`/g;
  const programs = files.flatMap((file) =>
    [...read(file).matchAll(long)]
      .filter(([text]) => /^\s*(const|await|function) .*[;{]$/m.test(text))
      .map(([text]) => `${file}: ${text.slice(0, 60)}`),
  );
  expect(programs).toEqual([]);
});

it("names no marketplace word in the backend", () => {
  const named = [...files, ...sqlFiles()]
    .filter((file) => file.startsWith("backend/") && !file.includes(".test."))
    .flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, index) =>
          MARKETPLACE_WORDS.test(line) ? `${file}:${index + 1} ${line.trim()}` : [],
        ),
    );
  expect(named).toEqual([]);
});

it("cites product decisions that are written down, by their number", () => {
  const written = new Set(read("docs/product-decisions.md").match(/P-\d\d(?=\*\*)/g));
  const unknown = files.flatMap((file) =>
    (read(file).match(/\bP-\d\d\b|\b[Dd]ecisions? \d+\b/g) ?? []).flatMap((cited) =>
      written.has(cited) ? [] : `${file}: ${cited}`,
    ),
  );
  expect(written.size).toBeGreaterThanOrEqual(44);
  expect(unknown).toEqual([]);
});

it("names things by the words of its glossary", () => {
  const odd = files
    .filter((file) => file !== "supabase/database.types.ts")
    .flatMap((file) => oddNames(file, read(file)).map((name) => `${file}: ${name}`));
  expect(odd).toEqual([]);
});

it("selects the rows of every update and delete of the site", () => {
  const blind = files
    .filter((file) => file.startsWith("web/") && !file.includes(".test."))
    .flatMap((file) => blindWrites(file, read(file)).map((line) => `${file}:${line}`));
  expect(blind).toEqual([]);
});

it("writes days and times by domain/values/dates.ts alone, which knows British clocks", () => {
  const others = files
    .filter((file) => /^(?:web|domain|server|supabase)\//.test(file) && !/\.test\./.test(file))
    .filter((file) =>
      /DateTimeFormat\(|toISOString\(\)\.slice|toLocale(?:Date|Time)/.test(read(file)),
    );
  expect(others).toEqual(["domain/values/dates.ts"]);
});

it("reads the message of an error in one place", () => {
  const raw = files
    .filter((file) => file.startsWith("web/") && !file.includes(".test."))
    // The other half of the mapping, which compares messages and never shows them.
    .filter((file) => file !== "web/session/refusal.ts")
    .flatMap((file) => rawMessages(file, read(file)).map((line) => `${file}:${line}`));
  expect(raw).toEqual([]);
});

it("loads a page's later parts by the `lazy` that outlives a missing script", () => {
  const own = ["web/session/parts.ts", "web/ui/toast-outlet.tsx"];
  const others = files.filter(
    (file) =>
      file.startsWith("web/") && /import \{[^}]*\blazy\b[^}]*\} from "react"/.test(read(file)),
  );
  expect(others.toSorted()).toEqual(own);
});

it("gives text an element of its own beside what comes and goes", () => {
  const pages = files.filter((file) => /^web\/.*\.tsx$/.test(file) && !file.includes(".test."));
  const fleeting = new Set(pages.flatMap((file) => fleetingComponents(file, read(file))));
  const bare = pages.flatMap((file) =>
    bareTexts(file, read(file), fleeting).map((line) => `${file}:${line}`),
  );
  expect(fleeting.size).toBeGreaterThan(50);
  expect(bare).toEqual([]);
});

it("has files that are quickly read: 19 of 20 have at most 300 lines", () => {
  const long = files.filter((file) => read(file).split("\n").length > 301);
  expect(long.length / files.length).toBeLessThanOrEqual(0.05);
});

it("has no drawers", () => {
  expect(
    files.filter((file) => /\/(utils?|lib|misc|helpers?|common)(\/|\.tsx?$)/.test(file)),
  ).toEqual([]);
});

it.each([
  ["domain/money.ts", "web/ui/button.tsx"],
  ["web/ui/button.tsx", "web/session/session.ts"],
  ["web/ui/button.tsx", "web/ui/admin/act.ts"],
  ["web/features/jobs/list.tsx", "web/shell/shell.tsx"],
  ["web/features/jobs/list.tsx", "web/features/membership/offer/index.ts"],
  ["web/features/jobs/list.tsx", "web/features/membership/plans.ts"],
  ["web/features/jobs/list.tsx", "backend/core/clock.ts"],
  ["web/routes/public/home.tsx", "web/routes/public/directory.tsx"],
  ["backend/rest/rest.ts", "backend/auth/auth.ts"],
  ["backend/auth/auth.ts", "domain/accounts/accounts.ts"],
  ["supabase/functions/a/index.ts", "backend/core/http/http.ts"],
  ["supabase/functions/a/index.ts", "supabase/functions/b/coupon.ts"],
  ["web/root.tsx", "server/settings/config.ts"],
  ["server/main.ts", "backend/core/log.ts"],
])("the rules refuse %s -> %s", (from, to) => {
  expect(refusal(from, to)).not.toBeNull();
});

it.each([
  ["web/features/jobs/list.tsx", "web/features/membership/index.ts"],
  ["web/features/jobs/list.tsx", "web/ui/button.tsx"],
  ["web/features/jobs/list.tsx", "web/ui/admin/act.ts"],
  ["web/ui/admin/act.ts", "web/session/session.ts"],
  ["web/shell/shell.tsx", "web/features/accounts/sign-out/sign-out.ts"],
  ["web/routes/public/home.tsx", "web/features/site/home/hero.tsx"],
  ["server/main.ts", "backend/exports/process.ts"],
  ["backend/rest/rest.ts", "backend/core/http/http.ts"],
  ["supabase/functions/a/index.ts", "supabase/functions/a/coupon.ts"],
])("the rules allow %s -> %s", (from, to) => {
  expect(refusal(from, to)).toBeNull();
});

it("the rules find a write that does not select its rows", () => {
  const source = [
    'await db.from("jobs").update({ a: 1 }).eq("id", id);',
    'await changedRows(db.from("jobs").delete().eq("id", id).select("id"));',
    'const gone = isOld ? table.delete().eq("id", id) : null;',
    "running.delete(id);",
    'const act = async () => { await db.from("jobs").update({ a: 1 }).in("id", ids); };',
    'db.from("jobs").select("id").then(() => db.from("jobs").delete());',
  ].join("\n");
  expect(blindWrites("x.ts", source)).toEqual([1, 3, 5, 6]);
});

it("the rules find a raw message", () => {
  const source = [
    "setRefusal(error.message);",
    "toast({ title: (error as Error)?.message ?? words });",
    "const words = answer.error?.message;",
    "const { message } = error;",
    "show(String(cause)); show(`Failed: $" + "{err}`);",
    "const { message } = faultOf(error, words);",
    "const issue = checked.error?.issues[0]?.message; show(outcome.message);",
  ].join("\n");
  expect(rawMessages("x.ts", source)).toEqual([1, 2, 3, 4, 5, 5]);
});

it("the rules find bare text beside what comes and goes", () => {
  const source = [
    "const Mark = ({ of }: Props) => (of ? <b>{of}</b> : null);",
    "const icon = busy && <Spinner />;",
    "const both = <p>Saved {late && <b>late</b>}</p>;",
    "const maybe = <p>Saved {late && ', late'}.</p>;",
    "const either = <p>{count} {late ? <b>late</b> : <i>early</i>}</p>;",
    "const part = <li>{name}<Mark of={late} /></li>;",
    "const list = <p>All: {names?.map((name) => <b key={name}>{name}</b>)}</p>;",
    "const own = <button>{icon}{label}</button>;",
    "const fine = <p><span>Saved</span>{late && <b>late</b>}</p>;",
    "const whole = <p>{late ? 'late' : <b>early</b>}</p>;",
    "const words = <p>Saved {late ? 'late' : 'early'} <b>today</b></p>;",
  ].join("\n");
  const fleeting = fleetingComponents("x.tsx", source);
  expect(fleeting).toEqual(["Mark"]);
  expect(bareTexts("x.tsx", source, new Set(fleeting))).toEqual([3, 4, 5, 6, 7, 8]);
});

it("the rules find a ring", () => {
  expect(
    cycles([
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "c", to: "a" },
    ]),
  ).toEqual([["a", "b", "c", "a"]]);
});
