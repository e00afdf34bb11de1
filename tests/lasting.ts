import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import type net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Does this when the test that calls has ended; outside of tests, when those of the file have. */
const atEnd = (end: () => void) =>
  TestRunner.getCurrentTest() ? onTestFinished(end) : afterAll(end);

/** A new folder, which goes at the end. */
export const newFolder = (name: string): string => {
  const folder = mkdtempSync(path.join(os.tmpdir(), name));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Has a server listen until the end; gives its port on this machine. */
export const listen = async (server: net.Server): Promise<number> => {
  atEnd(() => {
    server.close();
    if ("closeAllConnections" in server) (server as Server).closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as net.AddressInfo).port;
};
