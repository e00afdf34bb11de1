import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { expect, test } from "vitest";
import { certificateOf } from "#backend/auth/saml/certificate.ts";
import { silentLog } from "#backend/core/log.ts";
import { testDatabase } from "#backend/tests/database.ts";
import { newFolder } from "#backend/tests/folders.ts";
import { listening } from "#backend/tests/listening.ts";
import { perFile, perTest } from "#backend/tests/per-file.ts";
import { parseConnectionUrl } from "./connection-url.ts";
import { createDatabase } from "./database.ts";

const database = perFile(testDatabase);
const folder = newFolder("tls-");

/** Puts TLS in front of the database, with a certificate that it signed itself for `name`. */
const startTls = async (name: string) => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const cert = new X509Certificate(
    Buffer.from(certificateOf(privateKey, name), "base64"),
  ).toString();
  const file = path.join(folder, `${name}.pem`);
  writeFileSync(file, cert);
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const { host, port = 5432 } = database.connection;
  const server = net.createServer((plain) => {
    plain.on("error", () => {});
    // The client first sends a request for TLS of 8 bytes (PostgreSQL protocol, SSLRequest).
    plain.once("data", () => {
      plain.write("S");
      const secure = new tls.TLSSocket(plain, { isServer: true, key, cert });
      const far = net.connect(`${host}/.s.PGSQL.${port}`);
      secure.on("error", () => far.destroy());
      far.on("error", () => secure.destroy());
      secure.pipe(far).pipe(secure);
    });
  });
  return { port: (await perTest(listening(server))).port, file };
};

const connects = async (host: string, port: number, query: string): Promise<string> => {
  const { user, database: name } = database.connection;
  const connection = parseConnectionUrl(`postgres://${user}@${host}:${port}/${name}?${query}`);
  const db = createDatabase({ connection, size: 1, log: silentLog });
  try {
    await db.query("select 1");
    return "connected";
  } catch (error) {
    return String((error as Error).cause ?? error);
  } finally {
    await db.close();
  }
};

test("sslmode checks the certificate as libpq does", async () => {
  const { port, file } = await startTls("localhost");
  const root = `sslrootcert=${file}`;
  expect(await connects("localhost", port, `sslmode=verify-full&${root}`)).toBe("connected");
  expect(await connects("127.0.0.1", port, `sslmode=verify-full&${root}`)).toMatch(/127\.0\.0\.1/);
  expect(await connects("127.0.0.1", port, `sslmode=verify-ca&${root}`)).toBe("connected");
  expect(await connects("127.0.0.1", port, "sslmode=require")).toBe("connected");
  expect(await connects("localhost", port, "sslmode=verify-full")).toMatch(/self-signed/);
});

test("a certificate of another authority, or for another name, is refused", async () => {
  const [mine, other] = [await startTls("localhost"), await startTls("elsewhere")];
  const { port } = mine;
  for (const mode of ["require", "verify-ca", "verify-full"])
    expect(await connects("localhost", port, `sslmode=${mode}&sslrootcert=${other.file}`)).toMatch(
      /certificate|self-signed/,
    );
  expect(
    await connects("localhost", other.port, `sslmode=verify-full&sslrootcert=${other.file}`),
  ).toMatch(/localhost/);
});

test("an authority's file that cannot be read is named", () => {
  const address = "postgres://ann:secret@host/x?sslmode=verify-full&sslrootcert=/nowhere/ca.pem";
  expect(() => parseConnectionUrl(address)).toThrow(
    /^The database's address has sslrootcert=\/nowhere\/ca.pem, a file that cannot be read \(ENOENT\)$/,
  );
});
