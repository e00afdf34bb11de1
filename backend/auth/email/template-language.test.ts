import { expect, it } from "vitest";
import { compileTemplate } from "./template-language.ts";

const html = (source: string, values = {}) => compileTemplate(source, { html: true })(values);
const plain = (source: string, values = {}) => compileTemplate(source, { html: false })(values);

it("values are found by path and missing ones are empty", () => {
  expect(plain("{{ .A.B }}|{{.C}}|{{ .A.X.Y }}", { A: { B: 1 }, C: true })).toBe("1|true|");
  expect(plain("{{ .constructor }}{{ .A.toString }}", { A: {} })).toBe("");
});

it("values are escaped for their place in the text", () => {
  const evil = `<b>"'&`;
  expect(html("<p>{{ .V }}</p>", { V: evil })).toBe("<p>&#60;b&#62;&#34;&#39;&#38;</p>");
  expect(html('<a href="https://x/?v={{ .V }}">', { V: 'a&b="c' })).toBe(
    '<a href="https://x/?v=a%26b%3D%22c">',
  );
  expect(html('<a href="{{ .V }}">', { V: "https://x/?a=1&b=2" })).toBe(
    '<a href="https://x/?a=1&#38;b=2">',
  );
  expect(html('<a href="{{ .V }}">', { V: " javascript:alert(1)" })).toBe('<a href="#">');
  expect(html('<p title="{{ .V }}">', { V: '"><script>' })).toBe(
    '<p title="&#34;&#62;&#60;script&#62;">',
  );
  expect(plain("{{ .V }}", { V: evil })).toBe(evil);
});

const source = `{{ if eq .L "fr" }}oui{{ else if and .L (ne .L "de") }}yes{{ else }}ja{{ end }}`;
it.each([
  ["fr", "oui"],
  ["en", "yes"],
  ["de", "ja"],
  [undefined, "ja"],
])("conditions choose for %s", (L, expected) => {
  expect(plain(source, { L })).toBe(expected);
});

it("range repeats its part for each item, escaped, and has an else", () => {
  const source = "{{ range .L }}<p>{{ . }}</p>{{ else }}none {{ .X }}{{ end }}";
  expect(html(source, { L: ["a", "<b>"] })).toBe("<p>a</p><p>&#60;b&#62;</p>");
  for (const L of [[], undefined, "text"]) expect(html(source, { L, X: 1 })).toBe("none 1");
  expect(plain("{{ range .L }}{{ .N }}{{ end }}", { L: [{ N: 1 }, { N: 2 }] })).toBe("12");
});

it.each([
  "{{ if .A }}",
  "{{ end }}",
  "{{ else }}",
  "{{ range .A }}",
  "{{ range .A }}{{ else if .B }}{{ end }}",
  "{{ template }}",
  "{{ .A | html }}",
  "{{ eq (.A }}",
  "{{ if .A }}{{ else }}{{ else }}{{ end }}",
])("is refused when it is read: %s", (source) => {
  expect(() => compileTemplate(source, { html: true })).toThrow();
});
