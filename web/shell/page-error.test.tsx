import { UNSAFE_ErrorResponseImpl } from "react-router";
import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { PageError } from "./page-error.tsx";

const show = (data: unknown, at: string) =>
  draw(<PageError error={new UNSAFE_ErrorResponseImpl(404, "Not Found", data)} />, { at });

it("leads from a list that has become shorter to its first page, and from no other address", () => {
  const list = show({ firstPage: "/directory?service=plumber" }, "/directory?page=99");
  expect(list).toContain('href="/directory?service=plumber"');
  expect(list).toContain("This list has fewer pages than that.");
  for (const data of [null, undefined, "", "Not Found"]) {
    const page = show(data, "/nonsense?page=2");
    expect(page).toContain("This page does not exist");
    expect(page).toContain('href="/login"');
    expect(page).toMatch(/action="\/directory".*name="service"/);
    expect(page).not.toContain("first page");
  }
});
