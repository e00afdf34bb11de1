import { expect, it } from "vitest";
import { fileRefusal, mediaPath } from "#domain/values/media.ts";
import { sampleOf } from "#tests/examples/work-sample.ts";
import {
  cardSample,
  LONGEST_SUBTITLES,
  leftFiles,
  moved,
  ownPath,
  SampleChanged,
  subtitlesOf,
  withoutSample,
  withSample,
  workSamples,
} from "./portfolio.ts";

it("stored work samples turn an older picture into a media item", () => {
  const url = "https://a.example/1.png";
  expect(workSamples([{ id: "1", imageUrl: url }, null, { id: "2", media: [] }])).toEqual([
    {
      id: "1",
      title: "",
      description: "",
      media: [{ id: "1", url, type: "image", filename: "", alt: "", caption: "" }],
    },
    { id: "2", title: "", description: "", media: [] },
  ]);
  expect(workSamples({})).toEqual([]);
});

it("stored work samples never give a script as a picture", () => {
  const media = [{ url: "javascript:alert(1)" }, { url: "data:text/html,x" }, {}];
  expect(workSamples([{ id: "1", media }])[0]?.media).toEqual([]);
});

it("is on the card in search where its picture is the first, and no film or other site's", () => {
  const [first, second] = [sampleOf("first"), sampleOf("second")];
  const film = sampleOf("film", "video");
  const away = sampleOf("away");
  away.media = away.media.map((item) => ({ ...item, url: "https://a.example/1.png" }));
  expect(cardSample([first, second])).toBe(first);
  expect(cardSample([film, away, { ...first, media: [] }, second])).toBe(second);
  expect(cardSample([film])).toBeUndefined();
});

it.each([
  ["a.gif", 1, "image/gif", "Invalid file type", "is not a JPEG, PNG, WEBP or MP4"],
  ["a.html", 1, "", "Invalid file type", "is not a JPEG, PNG, WEBP or MP4"],
  ["a.mp4", 10_485_761, "video/mp4", "File too large", "is larger than 10MB"],
  ["a.jpg", 0, "image/jpeg", "File is empty", "is empty. Please choose another file."],
])("a file is refused: %s of %i bytes and type %j", (name, size, type, title, words) => {
  expect(fileRefusal({ name, size, type })).toEqual({ title, description: `${name} ${words}` });
});

it("a file of exactly 10 MB is accepted, in the owner's own folder", () => {
  expect(fileRefusal({ name: "a.mp4", size: 10_485_760, type: "video/mp4" })).toBeNull();
  expect(mediaPath("me", 17, 2, "video/mp4")).toBe("me/portfolio/17-2.mp4");
});

it("a file is one's own only in one's own folder", () => {
  const [own] = sampleOf("a").media;
  expect(ownPath(own?.url ?? "", "me")).toBe("me/portfolio/a.png");
  expect(ownPath(own?.url ?? "", "m")).toBeNull();
  expect(ownPath("https://a.example/me/portfolio/a.png", "me")).toBeNull();
});

const [a, b] = [sampleOf("a"), sampleOf("b")];

it("a change of the list leaves alone what another window did", () => {
  const elsewhere = [sampleOf("new"), a, b];
  const changed = { ...b, title: "Bath" };
  expect(withSample(elsewhere, changed, b)).toEqual([sampleOf("new"), a, changed]);
  expect(withSample(elsewhere, sampleOf("c"), undefined)[0]).toEqual(sampleOf("c"));
  expect(withoutSample(elsewhere, "a")).toEqual([sampleOf("new"), b]);
});

it("a change of the list is refused over a version that was not read", () => {
  const theirs = { ...a, title: "Theirs" };
  const save = () => withSample([theirs, b], { ...a, title: "Mine" }, a);
  expect(save).toThrow(SampleChanged);
  expect(() => withSample([b], { ...a, title: "Mine" }, a)).toThrow(SampleChanged);
  expect(withSample([theirs, b], { ...a, title: "Mine" }, theirs)[0]?.title).toBe("Mine");
});

it("a change of the list moves one item and no other", () => {
  const list = [a, b, sampleOf("c")];
  const ids = (to: number) =>
    moved(list, "b", to)
      .map(({ id }) => id)
      .join("");
  expect([ids(0), ids(1), ids(2), ids(-4), ids(9)]).toEqual(["bac", "abc", "acb", "bac", "acb"]);
  expect(moved(list, "gone", 0)).toEqual(list);
});

it("a change of the list lists which of the owner's own files it leaves behind", () => {
  expect(leftFiles([a, b], [b], "me")).toEqual(["me/portfolio/a.png"]);
  expect(leftFiles([a, b], [b], "other")).toEqual([]);
});

const cue = "00:01.000 --> 00:02.500\nHe lifts the panel, and it clicks.";

it("subtitles are WebVTT, or SubRip made into it", () => {
  expect(subtitlesOf(`WEBVTT\n\n${cue}\n`)).toBe(`WEBVTT\n\n${cue}`);
  expect(subtitlesOf("1\n00:00:01,000 --> 00:00:02,500\nFirst, second")).toBe(
    "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nFirst, second",
  );
});

it("subtitles are nothing without a timed line, or when too long", () => {
  expect(subtitlesOf("WEBVTT\n\nHello")).toBeNull();
  expect(subtitlesOf(`${cue}${"x".repeat(LONGEST_SUBTITLES)}`)).toBeNull();
});
