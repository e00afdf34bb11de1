import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, minify, type Plugin } from "vite";
import { chunkGroups } from "./vite.chunks.ts";

/** The script at the head of every page, without comments and long names. */
const minifiedFirstPaint: Plugin = {
  name: "minified-first-paint",
  apply: "build",
  transform: {
    filter: { id: /first-paint\.ts$/ },
    async handler(code, id) {
      const { FIRST_PAINT } = (await import(id)) as { FIRST_PAINT: string };
      const { code: minified, errors } = await minify("first-paint.js", FIRST_PAINT);
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return code.replace(
        /(?<=export const FIRST_PAINT = )[^;]*;/,
        () => `${JSON.stringify(minified)};`,
      );
    },
  },
};

/** Takes out what Tailwind adds for browsers without @property; `cssTarget` names none of them. */
const withoutPropertyFallback: Plugin = {
  name: "without-property-fallback",
  enforce: "pre",
  apply: "build",
  transform: {
    filter: { id: /\.css(?:$|\?)/ },
    handler: (code) =>
      code.replace(/@layer properties\s*\{\s*@supports[^{]*\{[^{}]*\{[^{}]*\}\s*\}\s*\}/, ""),
  },
};

/**
 * Where a route's script is missing, the router would reload the page that one is on, also for ever. Instead the
 * address that was wanted is loaded whole (web/entry.client.tsx).
 */
const wholePageForMissingScript: Plugin = {
  name: "whole-page-for-missing-script",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /react-router[\\/]dist[\\/].*[\\/]routeModules\.js$/ },
    handler(code) {
      const changed = code.replace(
        "window.location.reload();",
        "window.dispatchEvent(new Event('route-missing'));",
      );
      if (changed === code) this.error("The router handles a missing script in another way now.");
      return changed;
    },
  },
};

export default defineConfig({
  // Vite minifies for `cssTarget`; Tailwind would do it before for older browsers.
  plugins: [
    tailwindcss({ optimize: false }),
    withoutPropertyFallback,
    minifiedFirstPaint,
    wholePageForMissingScript,
    process.env.VITEST ? null : reactRouter(),
  ],
  // All of it is looked through at the start, so that no page makes the development server start over.
  optimizeDeps: { entries: ["web/**/*.{ts,tsx}"] },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } } },
    },
  },
  build: {
    assetsInlineLimit: 0,
    target: "es2023",
    // These know light-dark(). Rewritten for older ones, the colours of a nested data-theme would
    // no longer follow it.
    cssTarget: ["chrome123", "edge123", "firefox128", "safari17.5"],
  },
});
