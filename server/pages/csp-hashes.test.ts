import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hashScripts } from "./csp-hashes.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

it("hashes what the renderer marked, and nothing that was smuggled in", () => {
  const page = hashScripts(
    [
      "<!DOCTYPE html>",
      `<link rel="modulepreload" href="/a.js" nonce="n1"><script nonce="n1">first()</script>
     <script>smuggled()</script><script nonce="guess">smuggled()</script>
     <script type="module" async nonce="n1">import "/a.js"</script><script nonce="n1" src="/b.js"></script>
     <script nonce="n1">say("café ’ 🔧")</script><p nonce="n1">É ’ 🔧</p>`,
    ],
    "n1",
  );
  const { scripts } = page;
  const html = page.pieces.join("");
  expect(html).toMatch(/^<!DOCTYPE html><link/);
  expect(html).toContain("<p>É ’ 🔧</p>");
  expect(scripts).toEqual([hash("first()"), hash('import "/a.js"'), hash('say("café ’ 🔧")')]);
  expect(html).not.toContain("n1");
  expect(html).toContain('<script nonce="guess">smuggled()</script>');
  expect(html).toContain('<link rel="modulepreload" href="/a.js">');
});
