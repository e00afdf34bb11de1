import { expect, it } from "vitest";
import { readForm } from "./posted-form.ts";

const post = (body: string, type = "application/x-www-form-urlencoded") =>
  new Request("http://x/login", { method: "POST", body, headers: { "content-type": type } });

it("reads a form of ours", async () => {
  const { body } = await readForm(post("email=ann%40example.org&more=1"));
  expect(String(body)).toBe("email=ann%40example.org&more=1");
});

it.each([
  ["long", "x".repeat(100_001)],
  ["many", "a&".repeat(201)],
])("refuses one whose fields are too %s", async (_, body) => {
  await expect(readForm(post(body))).rejects.toMatchObject({ status: 413 });
});

it.each(["email=a%00b", "a\u0000=b"])("refuses a text that nothing can store", async (body) => {
  await expect(readForm(post(body))).rejects.toMatchObject({ status: 400 });
});

it("refuses what is no form", async () => {
  await expect(readForm(post("{}", "application/json"))).rejects.toMatchObject({ status: 415 });
});
