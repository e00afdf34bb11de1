import { unzipSync } from "fflate";
import { beforeAll, expect, it, vi } from "vitest";
import type { Person } from "#tests/functions.ts";
import { leavingPeople } from "#tests/security/functions-leaving-people.ts";
import { requireSecondStep } from "#tests/security/people.ts";
import { PIXEL } from "#tests/security/picture-acts.ts";
import { testFunctions } from "#tests/security/test-functions.ts";

const functions = testFunctions();
let client: Person;
let other: Person;
beforeAll(async () => {
  client = await functions.person("client", "cleo");
  other = await functions.person("client", "odin");
});

const exportFor = (person: Person | null, body: object = {}) =>
  functions.callAs("export-account", person, body);
const opened = async (response: Response) => {
  expect(response.status).toBe(200);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
};
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const upload = (person: Person) =>
  person.client.storage
    .from("avatars")
    .upload(`${person.id}/avatar.png`, new Blob([PIXEL]), { contentType: "image/png" });

it("gives people their own data and files as a zip, for reading and for programs, and nobody else's", async () => {
  await Promise.all([upload(client), upload(other)]);
  const bio = { bio: "<script>alert(1)</script>" };
  await client.client.from("profiles").update(bio).eq("id", client.id);
  // Whose data it is can be said by the token only.
  const response = await exportFor(client, { userId: other.id, p_user: other.id });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/zip",
    "cache-control": "no-store",
    "content-disposition": expect.stringMatching(/^attachment; filename="my-data-[\d-]{10}\.zip"$/),
    "access-control-expose-headers": expect.stringContaining("x-export-size"),
  });
  const size = Number(response.headers.get("x-export-size"));
  const files = await opened(response);
  expect(Object.keys(files)).toEqual([
    "index.html",
    "data.json",
    `files/avatars/${client.id}/avatar.png`,
  ]);
  expect(size).toBe(Object.values(files).reduce((sum, { byteLength }) => sum + byteLength, 0));
  const page = textOf(files["index.html"]);
  expect(page).toContain("Your Solutionz data");
  expect(page).toContain("&lt;script&gt;");
  expect(page).not.toContain("<script");
  const data = JSON.parse(textOf(files["data.json"]));
  expect(data.profile).toMatchObject([{ id: client.id, email: client.email }]);
  const everything = Object.values(files).map(textOf).join("\n");
  for (const secret of [other.id, other.email, "argon2", "unsubscribe_token", client.token]) {
    expect(everything, secret).not.toContain(secret);
  }
});

it("is refused with only a session", async () => {
  const { provenAgo } = leavingPeople(() => functions);
  await provenAgo(client, 310);
  const response = await exportFor(client);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "reauthentication_needed" });
  expect((await exportFor(null)).status).toBe(401);
  await provenAgo(client, 0);
  expect((await exportFor(client)).status).toBe(200);
});

it("requires the two-step code where there is one", async () => {
  await requireSecondStep(functions.backend, other.id);
  expect(await (await exportFor(other)).json()).toMatchObject({ code: "not_signed_in" });
});

it("breaks off, and is no whole zip without them, where the storage refuses files", async () => {
  const person = await functions.person("client", "fay");
  await upload(person);
  const real = globalThis.fetch;
  const refusing = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (input, init) =>
      String(input).includes("/storage/v1/object/avatars/")
        ? Response.json({ statusCode: "403", error: "Unauthorized" }, { status: 400 })
        : real(input, init),
    );
  const response = await exportFor(person);
  await expect(response.arrayBuffer()).rejects.toThrow("The storage service answered 400");
  refusing.mockRestore();
});
