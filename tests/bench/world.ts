import type { Size } from "./fill.ts";

/** What every process of a run knows. Plain data: it travels between processes. */
export interface World {
  /** The site's port, and the port of the bare server. */
  port: number;
  barePort: number;
  /** Where the site keeps everything. */
  dataDir: string;
  /** The folder of the database's socket. */
  socket: string;
  anonKey: string;
  size: Size;
  /** Main categories and their subs, as selections. */
  categories: string[];
  /** Providers with at least a page of feedback. */
  popular: string[];
  /** People who are signed in, with the claims of their tokens. */
  signedIn: { id: string; token: string; claims: string }[];
  /** Clients who are signed in, and have the jobs that quotes are for: many more than anybody has in life. */
  posters: World["signedIn"];
  /** Members who are signed in, and send quotes. */
  quoters: World["signedIn"];
}
