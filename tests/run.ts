import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBuilt } from "#server/build.ts";

/**
 * `npm test`: every check there is, one after the other, all of them even when one fails. The last
 * line is `N passed, N failed`; a check that is no test suite counts as one.
 */
const root = path.resolve(import.meta.dirname, "..");
const reports = mkdtempSync(path.join(os.tmpdir(), "reports-"));

interface Count {
  passed: number;
  failed: number;
}

/** What the end repeats by name, as the middle of a long log is easily cut away. */
const summary: string[] = [];

const run = (command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(path.join(root, "node_modules/.bin", command), args, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.on("error", (error) => {
      console.error(error);
      resolve(false);
    });
    child.on("exit", (code) => resolve(code === 0));
  });

const asOne = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** What a suite reported; a suite that ended badly without a failed test still counts as failed. */
const fromReport = <Report>(file: string, ok: boolean, read: (report: Report) => Count): Count => {
  let count: Count;
  try {
    count = read(JSON.parse(readFileSync(file, "utf8")) as Report);
  } catch {
    return { passed: 0, failed: 1 };
  }
  return ok || count.failed > 0 ? count : { ...count, failed: 1 };
};

interface VitestReport {
  numPassedTests: number;
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

const vitest = async (): Promise<Count> => {
  const file = path.join(reports, "vitest.json");
  const ok = await run("vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  return fromReport<VitestReport>(file, ok, (report) => {
    for (const { name, status, message, assertionResults } of report.testResults) {
      const where = path.relative(root, name);
      const failed = assertionResults.filter((test) => test.status !== "passed");
      for (const { status: ended, fullName, failureMessages } of assertionResults) {
        if (ended === "passed" && failureMessages.length === 0) continue;
        const what = ended === "passed" ? "flaky" : ended;
        summary.push([`${what}: ${where} › ${fullName}`, ...failureMessages].join("\n"));
      }
      if (status === "failed" && failed.length === 0) summary.push(`failed: ${where}\n${message}`);
    }
    return {
      passed: report.numPassedTests,
      // Skipped tests are defects, so they count as failed.
      failed: report.numTotalTests - report.numPassedTests,
    };
  });
};

interface PlaywrightReport {
  stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
  suites: Suite[];
}

interface Suite {
  suites?: Suite[];
  specs: { file: string; title: string; tests: { status: string }[] }[];
}

const specsOf = (suites: Suite[]): Suite["specs"] =>
  suites.flatMap((suite) => [...suite.specs, ...specsOf(suite.suites ?? [])]);

const playwright = async (): Promise<Count> => {
  const file = path.join(reports, "playwright.json");
  const ok = await run("playwright", ["test", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return fromReport<PlaywrightReport>(file, ok, ({ stats, suites }) => {
    for (const { file: spec, title, tests } of specsOf(suites)) {
      const status = tests[0]?.status ?? "skipped";
      if (status !== "expected") summary.push(`${status}: tests/e2e/${spec} › ${title}`);
    }
    // Flaky (passed when it ran again, playwright.config.ts) is reported by name, and is no failure.
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected + stats.skipped };
  });
};

const steps: [string, () => Promise<Count>][] = [
  ["types of the routes", async () => asOne(await run("react-router", ["typegen"]))],
  ["types", async () => asOne(await run("tsc", []))],
  ["lint and format", async () => asOne(await run("biome", ["ci", "--error-on-warnings"]))],
  ["promises", async () => asOne(await run("oxlint", []))],
  [
    "generated types are fresh",
    async () => asOne(await run("node", ["server/types.ts", "--check"])),
  ],
  ["unit, integration, conformance and security", vitest],
  [
    "build",
    () =>
      ensureBuilt(root).then(
        () => asOne(true),
        (error) => {
          console.error(error);
          return asOne(false);
        },
      ),
  ],
  ["browser", playwright],
];

const total: Count = { passed: 0, failed: 0 };
for (const [name, step] of steps) {
  const started = performance.now();
  const { passed, failed } = await step();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\n== ${name}: ${passed} passed, ${failed} failed (${seconds} s)\n`);
}
rmSync(reports, { recursive: true, force: true });
process.exitCode = total.failed > 0 ? 1 : 0;
for (const line of summary) console.log(`${line}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
