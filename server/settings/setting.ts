import { z } from "zod";
import { isLoopbackHost } from "../caller-address.ts";

/** What an operator reads about a setting. */
export interface About {
  group: string;
  /** What it is for, as a sentence without its full stop. */
  about: string;
  /** What a valid value is; continues the sentence "NAME must be". */
  must: string;
  /** A line of `.env.example`; the default where there is none. */
  example?: string;
  /** Live mode does not start without it. */
  live?: true;
}

/** What operators read about each setting. */
export const ABOUT = z.registry<About>();

/** A setting and what an operator reads about it. */
export const setting = <T extends z.ZodType>(schema: T, about: About): T => {
  ABOUT.add(schema, about);
  return schema;
};

/** An address of one of these protocols. Instead of `https:`, `http:` will do on this machine, where nobody listens on the way. */
export const address = (...protocols: string[]) =>
  z.string().refine((text) => {
    const { protocol = "", hostname = "" } = URL.parse(text) ?? {};
    const secured = protocol === "http:" && isLoopbackHost(hostname) ? "https:" : protocol;
    return protocols.includes(protocol) || protocols.includes(secured);
  });
