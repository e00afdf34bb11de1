import os from "node:os";

const MEGABYTE = 1024 ** 2;

/** Connections of each of the two pools: 8 in all were 2.4 times as fast as 64 on two cores. */
const CONNECTIONS = 8;

/** The memory for the site and its database: the machine's, or what their container may use of it. */
const available = (): number =>
  Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const between = (least: number, most: number, value: number): number =>
  Math.min(most, Math.max(least, Math.floor(value)));

/** How much of the memory each part takes, so that a server with one gigabyte has half of it left. */
export const shareMemory = (bytes = available()) => {
  const megabytes = bytes / MEGABYTE;
  return {
    /**
     * Megabytes of PostgreSQL's buffers. With less, pages are read from the system's cache repeatedly, which
     * doubled the cost of twenty cards of 100,000 members. A gigabyte makes a start 0.2 s slower.
     */
    sharedBuffers: between(64, 512, megabytes / 16),
    /** Megabytes of responses that are the same for all visitors. */
    responseCache: between(16, 64, megabytes / 30),
    /** Connections of each pool to a PostgreSQL on this machine; each is a process of 5 to 25 MB there. */
    connections: between(4, CONNECTIONS, megabytes / 200),
  };
};

/**
 * Connections of each of the two pools, in each of `workers` processes. This machine's memory limits them only
 * if it runs PostgreSQL. At least two, so that one waiting statement does not block all others.
 */
export const poolSize = (
  { embedded, workers = 1 }: { embedded: boolean; workers?: number },
  bytes?: number,
): number =>
  Math.max(2, Math.floor((embedded ? shareMemory(bytes).connections : CONNECTIONS) / workers));
