import { expect, test } from "vitest";
import { sentenceOf } from "./command.ts";

test.each([
  [
    { code: "EACCES", syscall: "mkdir", path: "/data" },
    /^This user may not use \/data \(EACCES\): /,
  ],
  [
    { code: "EROFS", syscall: "open", path: "/data/keys.json" },
    /^\/data\/keys\.json is on a read-only/,
  ],
  [
    { code: "EACCES", syscall: "listen", address: "127.0.0.1", port: 80 },
    /port 80: set PORT to 1024/,
  ],
  [{ code: "EADDRNOTAVAIL", syscall: "listen", address: "192.0.2.1", port: 80 }, /set HOST to/],
  [{ code: "ENOENT", syscall: "open", path: "/data" }, /^bare$/],
])("what the system refused is a sentence: %j", (facts, words) => {
  expect(sentenceOf(Object.assign(new Error("bare"), facts))).toMatch(words);
});
