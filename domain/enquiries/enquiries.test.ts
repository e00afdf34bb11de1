import { expect, it } from "vitest";
import { readyAnswers } from "./enquiries.ts";

const [provider, client] = ["provider", "client"];
const talk = (...authors: string[]) => ({
  provider_id: provider,
  messages: authors.map((author_id) => ({ author_id })),
});

it("offers ready answers to a provider until the first one", () => {
  expect(readyAnswers(talk(client, client), provider)).toContain("Could you send me a picture?");
  expect(readyAnswers(talk(client, provider, client), provider)).toEqual([]);
});

it("offers a client none, also when the provider wrote first", () => {
  expect(readyAnswers(talk(client), client)).toEqual([]);
  expect(readyAnswers(talk(provider), client)).toEqual([]);
});
