import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { chunkGroups, styleguideCopies } from "./vite.chunks.ts";

export default defineConfig({
  plugins: [tailwindcss(), styleguideCopies(), process.env.VITEST ? null : reactRouter()],
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
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
  },
});
