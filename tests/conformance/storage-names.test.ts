import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, type StorageWorld, startStorageWorld } from "./storage-world.ts";

/* Names of files in every script, with every sign that XML has. */

let world: StorageWorld;
let ada: Person;
beforeAll(async () => {
  world = await startStorageWorld();
  ada = await world.person();
});
afterAll(() => world.close());

const SIGNS = "!-_*.'()&$@=;:+,? \t\n\r\\{}^%`[]\"<>~#|ÿ";
const LATIN = String.fromCodePoint(...Array.from({ length: 127 }, (_, at) => at + 128));
const ODD = `\u2028\u202f\u{1ffff}일이삼🙂`;

const ask = async (method: string, path: string, init: RequestInit = {}) => {
  const headers = { authorization: `Bearer ${ada.token}`, ...init.headers };
  const answer = await fetch(`${world.url}/storage/v1/${path}`, { method, ...init, headers });
  return { status: answer.status, text: await answer.text() };
};
const json = (body: unknown) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

test("a file of any name is kept, listed, read, signed for, moved and removed under it", async () => {
  const name = `test${SIGNS}/${LATIN}/${ODD}`;
  const route = (rest: string) => `private/${ada.id}/${encodeURIComponent(rest)}`;
  const sent = await ask("POST", `object/${route(name)}`, { body: "words" });
  expect([sent.status, JSON.parse(sent.text).Key]).toEqual([200, `private/${ada.id}/${name}`]);
  expect(await ask("GET", `object/${route(name)}`)).toEqual({ status: 200, text: "words" });

  const listed = await ask("POST", "object/list/private", json({ prefix: `${ada.id}/` }));
  expect(JSON.parse(listed.text)).toMatchObject([{ name: `test${SIGNS}` }]);
  const inside = await ask(
    "POST",
    "object/list/private",
    json({ prefix: `${ada.id}/test${SIGNS}/${LATIN}` }),
  );
  expect(JSON.parse(inside.text)).toMatchObject([{ name: ODD }]);

  const signed = await ask("POST", `object/sign/${route(name)}`, json({ expiresIn: 60 }));
  const token = JSON.parse(signed.text).signedURL.split("?token=").pop();
  expect((await ask("GET", `object/sign/${route(name)}?token=${token}`)).text).toBe("words");

  const later = `later/${ODD}`;
  const keys = { bucketId: "private", sourceKey: `${ada.id}/${name}` };
  const moved = { ...keys, destinationKey: `${ada.id}/${later}` };
  expect((await ask("POST", "object/move", json(moved))).status).toBe(200);
  expect((await ask("GET", `object/${route(name)}`)).status).toBe(400);
  expect((await ask("GET", `object/${route(later)}`)).text).toBe("words");
  expect((await ask("DELETE", `object/${route(later)}`)).status).toBe(200);
  expect(await ada.client.storage.from("private").list(ada.id)).toEqual({ data: [], error: null });
});

test("a signed address is good as it was given, and not encoded once more", async () => {
  const name = `${ada.id}/a?b&c=d e+f.txt`;
  const route = `private/${name.split("/").map(encodeURIComponent).join("/")}`;
  await ask("POST", `object/${route}`, { body: "words" });
  const signed = await ask("POST", `object/sign/${route}`, json({ expiresIn: 60 }));
  const given = JSON.parse(signed.text).signedURL.slice(1);
  expect((await ask("GET", given)).text).toBe("words");
  // As storage-js does with every address that it is given; its own tests know of that.
  const { status, text } = await ask("GET", encodeURI(given));
  expect([status, JSON.parse(text).error]).toEqual([400, "InvalidSignature"]);
  const plain = route.replace("a%3Fb%26c%3Dd%20e%2Bf", "a%20b");
  await ask("POST", `object/${plain}`, { body: "plain" });
  const other = await ask("POST", `object/sign/${plain}`, json({ expiresIn: 60 }));
  expect((await ask("GET", encodeURI(JSON.parse(other.text).signedURL.slice(1)))).text).toBe(
    "plain",
  );
});

test("what is no name is told as it would stand in an address", async () => {
  for (const route of ["object/private/", "object/upload/sign/private/"]) {
    const { status, text } = await ask("POST", `${route}${ada.id}/test%01%02.txt`);
    expect([status, JSON.parse(text)]).toMatchObject([
      400,
      {
        statusCode: "400",
        error: "InvalidKey",
        message: `Invalid key: ${ada.id}%2Ftest%01%02.txt`,
      },
    ]);
  }
  // Half a character is none.
  const half = await ask("POST", `object/private/${ada.id}/%ED%A0%80.txt`, { body: "x" });
  expect([half.status, JSON.parse(half.text).error]).toEqual([400, "InvalidKey"]);
});
