import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromiumLaunch } from "../chromium.ts";
import { median } from "./rounds.ts";
import { startSite, throwAwayFolder } from "./site.ts";

const FOLDER = path.join(import.meta.dirname, "lighthouse");

/** Why there is no table, for the person who runs it. */
const NOT_INSTALLED =
  "Lighthouse is no part of the project (185 MB). Install it with: npm install --ignore-scripts --prefix tests/bench/lighthouse";

/** Every page that a visitor can open without a link from a mail; `profile` is the first of the directory. */
const PAGES =
  `/ /directory profile /job-directory /categories /categories/plumber /login /signup /reset-password
  /post-job /membership /terms /privacy`.split(/\s+/);

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Measured {
  scores: number[];
  /** Milliseconds; simulated slow 4G and a processor four times slower. */
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  scripts: number;
  scriptBytes: number;
  bytes: number;
  /** Audits that cost points, by their names. */
  failed: string[];
}

interface Audit {
  id: string;
  score: number | null;
  numericValue?: number;
  details?: { items?: { resourceType?: string; transferSize?: number; requestCount?: number }[] };
}

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
}

const read = (report: Report): Measured => {
  if (report.runtimeError) throw new Error(report.runtimeError.message);
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  const kinds = report.audits["resource-summary"]?.details?.items ?? [];
  const kind = (name: string) => kinds.find(({ resourceType }) => resourceType === name);
  const refs = CATEGORIES.flatMap((name) => report.categories[name]?.auditRefs ?? []);
  return {
    scores: CATEGORIES.map((name) => Math.round((report.categories[name]?.score ?? 0) * 100)),
    fcp: value("first-contentful-paint"),
    lcp: value("largest-contentful-paint"),
    tbt: value("total-blocking-time"),
    cls: value("cumulative-layout-shift"),
    scripts: kind("script")?.requestCount ?? 0,
    scriptBytes: kind("script")?.transferSize ?? 0,
    bytes: kind("total")?.transferSize ?? 0,
    failed: refs
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  };
};

/** One page in Lighthouse's own process, with a fresh profile of the browser. */
const measure = (url: string, port: number): Measured => {
  const cli = path.join(FOLDER, "node_modules/lighthouse/cli/index.js");
  const out = execFileSync(
    process.execPath,
    [cli, url, "--quiet", "--output=json", `--port=${port}`, "--no-enable-error-reporting"],
    { maxBuffer: 100_000_000, stdio: ["ignore", "pipe", "inherit"] },
  );
  return read(JSON.parse(out.toString()) as Report);
};

const firstProfile = async (site: string): Promise<string> => {
  const html = await (await fetch(`${site}/directory`)).text();
  const path = /href="(\/directory\/[0-9a-f-]{36})"/.exec(html)?.[1];
  if (!path) throw new Error("The directory lists nobody");
  return path;
};

/** Reads a page as often as a site compresses it again, so that it is measured as most of its visitors get it. */
const warmUp = async (url: string): Promise<void> => {
  for (let read = 0; read < 6; read++) {
    await (await fetch(url, { headers: { "accept-encoding": "br" } })).arrayBuffer();
    await delay(150);
  }
};

/** The table of one or more sites, each page of each in turn, so that load meets all alike. */
export const lighthouseLines = async (
  sites: readonly string[],
  { rounds, only }: { rounds: number; only: string },
): Promise<string[]> => {
  const { args, env, executablePath } = await chromiumLaunch();
  const profile = throwAwayFolder();
  const port = 9222 + Math.floor(Math.random() * 1000);
  const browser = spawn(
    executablePath,
    [
      ...args,
      "--headless",
      "--disable-dev-shm-usage",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile.folder}`,
      "about:blank",
    ],
    { env, stdio: "ignore" },
  );
  try {
    const lines = [
      "| page | perf / a11y / best / seo | FCP s | LCP s | TBT ms | CLS | scripts | script kB | all kB |",
      "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ];
    for (const page of PAGES.filter((name) => name.includes(only))) {
      const paths = await Promise.all(
        sites.map(async (site) => site + (page === "profile" ? await firstProfile(site) : page)),
      );
      for (const url of paths) await warmUp(url);
      const results = paths.map((): Measured[] => []);
      for (let round = 0; round < rounds; round++) {
        for (const [index, url] of paths.entries()) results[index]?.push(measure(url, port));
      }
      for (const [index, runs] of results.entries()) {
        const of = (pick: (one: Measured) => number) => median(runs.map(pick));
        const scores = CATEGORIES.map((_, at) => of(({ scores }) => scores[at] ?? 0)).join(" / ");
        const failed = [...new Set(runs.flatMap((one) => one.failed))].join(", ");
        lines.push(
          `| ${page}${sites.length > 1 ? ` (${index + 1})` : ""} | ${scores} | ${(of((one) => one.fcp) / 1000).toFixed(2)} | ${(of((one) => one.lcp) / 1000).toFixed(2)} | ${of((one) => one.tbt).toFixed(0)} | ${of((one) => one.cls).toFixed(3)} | ${of((one) => one.scripts)} | ${(of((one) => one.scriptBytes) / 1000).toFixed(1)} | ${(of((one) => one.bytes) / 1000).toFixed(0)} |${failed ? ` ${failed}` : ""}`,
        );
        process.stderr.write(`${lines.at(-1)}\n`);
      }
    }
    return lines;
  } finally {
    browser.kill();
    profile.remove();
  }
};

/** `npm run bench -- --pages`: of the sites given, or of a sample site of its own. */
export const measurePages = async (options: {
  sites: readonly string[];
  rounds: number;
  only: string;
}): Promise<string[]> => {
  if (!existsSync(path.join(FOLDER, "node_modules/lighthouse"))) return [NOT_INSTALLED];
  if (options.sites.length > 0) return lighthouseLines(options.sites, options);
  const { folder, remove } = throwAwayFolder();
  const site = await startSite({ dataDir: folder, empty: false });
  try {
    await site.printed(/^Sample sign-ins/m);
    return await lighthouseLines([site.url], options);
  } finally {
    await site.stop();
    remove();
  }
};
