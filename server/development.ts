import type { Server } from "node:http";
import type { ServerBuild } from "react-router";

/**
 * Vite in front of the site, for `npm run dev`: changes to `web/` and `domain/` show without a reload.
 * Loaded only then, because running the site needs none of it.
 */
export const startDevelopment = async (root: string, server: Server) => {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // Vite serves what it knows; our own listener handles the rest.
  const [ours] = server.listeners("request") as ((...args: unknown[]) => void)[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    vite.middlewares(request, response, () => ours?.(request, response));
  });
  return {
    build: () =>
      vite.ssrLoadModule(
        "virtual:react-router/server-build",
      ) as Promise<unknown> as Promise<ServerBuild>,
    close: () => vite.close(),
  };
};
