// Starts an embedded server on a data folder, counts its starts, and reports each fact as a line of JSON until its input ends.
// Run by embedded-clone.ts.
import pg from "pg";
import { startEmbedded } from "../core/embedded/embedded.ts";

const report = (fact: object) => process.stdout.write(`${JSON.stringify(fact)}\n`);
const event = (name: string) => report({ event: name });

try {
  const log = { info() {}, warn: event, error: event };
  const dataDir = process.argv[2] ?? "";
  const { connection, identity, stop } = await startEmbedded({ dataDir, log });
  const client = new pg.Client(connection);
  await client.connect();
  client.on("error", () => {});
  await client.query("create table if not exists starts (at serial)");
  await client.query("insert into starts default values");
  const { rows } = await client.query("select count(*)::int as n from starts");
  await client.query("create extension if not exists pg_trgm");
  report({ identity, host: connection.host, starts: rows[0].n });
  process.stdin
    .on("data", () => {})
    .on("end", async () => {
      await client.end();
      await stop();
      report({ stopped: true });
      process.exit(0);
    });
} catch (error) {
  report({ refused: (error as Error).message });
  process.exit(1);
}
