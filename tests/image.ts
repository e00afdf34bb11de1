import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * `node tests/image.ts FOLDER`, as root, where no container runs: carries out the Dockerfile's steps in FOLDER/base, a
 * Debian from `debootstrap --variant=minbase bookworm FOLDER/base`, with this machine's Node.js and npm in the place of
 * the base image's. Then the image runs twice as its user, with nothing writable but one volume and /tmp: both
 * times its health check must pass, and SIGTERM stop it within ten seconds. `HOST` and `PORT` may be set.
 */
const [folder = ""] = process.argv.slice(2).map((each) => path.resolve(each));
const project = path.resolve(import.meta.dirname, "..");
const NODE_USER = 1000;
const HEALTHY_WITHIN = 120_000;
const STOPPED_WITHIN = 10_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const read = (name: string) => readFileSync(path.join(project, name), "utf8");

const ignored = read(".dockerignore")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"));
const isCopied = (file: string): boolean =>
  !ignored.some((pattern) => path.matchesGlob(path.relative(project, file), pattern));

const sh = (script: string) => execFileSync("sh", ["-c", script], { encoding: "utf8" }).trim();
const npm = path.resolve(sh('realpath "$(command -v npm)"'), "../..");

interface Image {
  root: string;
  env: Record<string, string>;
  directory: string;
  user: string;
}

/** The base image: Debian with Node.js, npm and the user `node`. */
const makeBase = (name: string): Image => {
  const root = path.join(folder, name);
  rmSync(root, { recursive: true, force: true });
  execFileSync("cp", ["-a", path.join(folder, "base"), root]);
  const local = path.join(root, "usr/local");
  cpSync(process.execPath, path.join(local, "bin/node"));
  cpSync(npm, path.join(local, "lib/node_modules/npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", path.join(local, "bin/npm"));
  execFileSync("chroot", [root, "useradd", "--create-home", "--uid", String(NODE_USER), "node"]);
  return {
    root,
    env: { PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" },
    directory: "/",
    user: "root",
  };
};

/** The arguments of `unshare` for a command in the image, with mounts that end with it. */
const inside = (image: Image, command: readonly string[], mounts = ""): string[] => [
  "--mount",
  "sh",
  "-ec",
  `${mounts}
  mount --rbind /dev "$1/dev"; mount --bind /proc "$1/proc"
  root=$1; user=$2; directory=$3; shift 3
  exec chroot --userspec="$user:$user" "$root" sh -c 'cd "$1" && shift && exec "$@"' sh "$directory" "$@"`,
  "sh",
  image.root,
  image.user,
  image.directory,
  ...command,
];

/** Proxies and certificates of a build are given to it, not part of the image. */
const forBuild = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(npm_config_|NODE_EXTRA_CA)|_proxy$/i.test(name),
  ),
);

const build = (): { image: Image; health: string[]; command: string[] } => {
  const images: Record<string, Image> = {};
  let image: Image | undefined;
  let health: string[] = [];
  let command: string[] = [];
  for (const line of read("Dockerfile").split("\n")) {
    const [, instruction, rest = ""] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    if (!instruction) continue;
    say(line);
    const words = rest.split(" ");
    if (instruction === "FROM") {
      const name = words[2] ?? "image";
      image = makeBase(name);
      images[name] = image;
    }
    if (!image) throw new Error("The Dockerfile begins with FROM.");
    const at = (name: string) =>
      path.join(image?.root ?? "", path.resolve(image?.directory ?? "", name));
    if (instruction === "WORKDIR") {
      image.directory = rest;
      mkdirSync(at("."), { recursive: true });
    } else if (instruction === "ENV")
      for (const word of words) {
        const [name = "", value = ""] = word.split("=");
        image.env[name] = value.replace("$PATH", image.env.PATH ?? "");
      }
    else if (instruction === "USER") image.user = rest;
    else if (instruction === "COPY") {
      const from = words[0]?.startsWith("--from=") ? words.shift()?.slice(7) : undefined;
      const target = words.pop() ?? "";
      for (const source of words) {
        const file = from
          ? path.join(images[from]?.root ?? "", source)
          : path.join(project, source);
        const name = words.length > 1 || target.endsWith("/") ? path.basename(source) : "";
        if (from) execFileSync("cp", ["-a", `${file}/.`, at(target)]);
        else cpSync(file, at(path.join(target, name)), { recursive: true, filter: isCopied });
      }
    } else if (instruction === "RUN") {
      const env = { ...forBuild, HOME: "/root", ...image.env };
      const options = { env, stdio: "inherit" } as const;
      execFileSync("unshare", inside(image, ["sh", "-c", rest]), options);
    } else if (instruction === "HEALTHCHECK") health = JSON.parse(rest.slice(rest.indexOf("[")));
    else if (instruction === "CMD") command = JSON.parse(rest);
  }
  if (!image) throw new Error("The Dockerfile has no FROM.");
  return { image, health, command };
};

/** Starts the image with the volume, waits until it is healthy, and stops it. */
const run = async ({ image, health, command }: ReturnType<typeof build>): Promise<void> => {
  const volume = path.join(folder, "volume");
  if (!existsSync(volume)) {
    // A new volume has the owner and mode of the folder in the image.
    execFileSync("cp", ["-a", path.join(image.root, "data"), volume]);
  }
  const mounts = `mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"
  mount --bind "${volume}" "$1/data"; mount -t tmpfs tmpfs "$1/tmp"`;
  const { HOST = "127.0.0.1", PORT = "3000" } = process.env;
  const env = { ...image.env, HOME: "/home/node", HOST, PORT };
  const start = performance.now();
  const since = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const child = spawn("unshare", inside(image, command, mounts), { env, stdio: "inherit" });
  const ended = once(child, "exit");
  const isHealthy = () => spawnSync("unshare", inside(image, health, mounts), { env }).status === 0;
  while (!isHealthy()) {
    if (child.exitCode !== null) throw new Error(`The image ended with ${child.exitCode}.`);
    if (performance.now() - start > HEALTHY_WITHIN) throw new Error("The image is not healthy.");
    await delay(1000);
  }
  say(`Healthy after ${since()}.`);
  const stop = performance.now();
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN);
  const [code, signal] = await ended;
  clearTimeout(late);
  if (signal === "SIGKILL") throw new Error("SIGTERM did not stop the image within ten seconds.");
  if (isHealthy()) throw new Error("The health check passes without the site.");
  say(`Stopped by SIGTERM in ${((performance.now() - stop) / 1000).toFixed(1)} s, code ${code}.`);
};

const built = build();
await run(built);
await run(built);
say("The image starts, is healthy, stops, and starts again with its volume.");
