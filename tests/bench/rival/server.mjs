import { serve } from "@hono/node-server";
import { App } from "@supabase/lite";
import { createPostgresConnection } from "@supabase/lite/postgres";

/**
 * @supabase/lite over the database whose socket's folder is given, as its documentation shows it
 * embedded. Callers are `anon`, under PostgreSQL's own policies; as many connections as the service has.
 */
const [, , host] = process.argv;

const connection = createPostgresConnection({
  url: "postgres://postgres@localhost/postgres",
  postgresOptions: { host, username: "postgres", database: "postgres", max: 8 },
});
const app = new App({
  connection,
  auth: { enabled: false },
  options: { server: { apiKeys: false } },
});

serve(
  { port: 0, hostname: "127.0.0.1", fetch: (request) => app.fetch(request, { peerAddress: null }) },
  ({ port }) => process.send?.({ port }),
);
process.on("disconnect", () => process.exit(0));
