import path from "node:path";
import { silentLog } from "#backend/core/log.ts";
import { startProcess } from "./process.ts";

// A server that starts the function `bad`, sends it into an endless loop and prints its process id.
const folder = path.join(process.argv[2] ?? "", "functions");
const running = await startProcess({
  name: "bad",
  config: {
    enabled: true,
    verifyJwt: false,
    importMap: null,
    entrypoint: path.join(folder, "bad", "index.ts"),
  },
  folder,
  env: {},
  apiUrl: "http://127.0.0.1:9",
  memory: 64,
  codeCache: "",
  log: silentLog,
});
const { request } = await import("node:http");
const get = (route: string) =>
  new Promise<string>((resolve) => {
    request({ socketPath: running.socket, path: `/bad/${route}` }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve(text);
    }).end();
  });
const { pid } = JSON.parse(await get("well")) as { pid: number };
void get("loop");
while (await running.isResponsive());
console.log(pid);
