import { describe, test } from "vitest";
import { perFile } from "#backend/tests/per-file.ts";
import { BODY, documents, HEAD, inAddress, texts } from "#tests/security/stall-requests.ts";
import {
  JSON_TYPE,
  PATIENCE,
  type StallRequest,
  startStallSite,
} from "#tests/security/stall-site.ts";

/** 32 KB in whatever the API's services read keep nobody else waiting (see `site/stalls.test.ts`). */

const site = perFile(startStallSite);

const address = () => inAddress(HEAD - 2_000);
const read = (path: string): StallRequest => ({ path, headers: site.person });
const write = (path: string, body: string, headers = JSON_TYPE, method = "POST"): StallRequest => ({
  path,
  method,
  headers: { ...site.person, ...headers },
  body,
});

describe("rows", { timeout: PATIENCE }, () => {
  test.each(
    `select=$ select=a($) select=id,$ $=eq.1 bio=$ bio=eq.$ bio=ilike.$ bio=in.($)
    bio=cs.{$} bio=not.$ bio=imatch.$ bio=like(any).{$} or=($) and=(bio.eq.$)
    order=$ order=bio.$ limit=$ $.order=bio columns=$`.split(/\s+/),
  )("%s", (query) =>
    site.hold(
      address().map((text) => read(`/rest/v1/public_providers?${query.replace("$", () => text)}`)),
    ),
  );

  test("regular expressions that the database cannot work with", async () => {
    const evil = [
      "(x{1,200}){1,200}",
      "(",
      "[",
      "a{9999}",
      "\\",
      "*",
      "(".repeat(900),
      "x{1,200}".repeat(100),
      "(a*)*".repeat(2_000),
    ];
    await site.hold(
      evil.flatMap((expression) =>
        ["match", "imatch"].map((operator) =>
          read(`/rest/v1/categories?name=${operator}.${encodeURIComponent(expression)}`),
        ),
      ),
    );
  });

  test("names of columns, functions and their parameters", () =>
    site.hold(
      address().flatMap((text) => [
        write(`/rest/v1/jobs?columns=${text}`, "[{}]"),
        write(`/rest/v1/jobs?on_conflict=${text}`, "[{}]"),
        read(`/rest/v1/rpc/search_directory?${text}=1`),
        read(`/rest/v1/rpc/${text}`),
      ]),
    ));

  test.each(["/rest/v1/jobs", "/rest/v1/rpc/search_directory"])("sent to %s", (path) =>
    site.hold([
      ...documents(["title"]).map((body) => write(path, body)),
      ...["text/csv", "application/x-www-form-urlencoded", "text/plain"].flatMap((type) =>
        texts(BODY).map((body) => write(path, body, { "content-type": type })),
      ),
    ]),
  );
});

describe("accounts", { timeout: PATIENCE }, () => {
  test.each([
    ["signup", ["email", "password", "data", "code_challenge"]],
    ["token?grant_type=password", ["email", "password"]],
    ["token?grant_type=refresh_token", ["refresh_token"]],
    ["token?grant_type=pkce", ["auth_code", "code_verifier"]],
    ["token?grant_type=id_token", ["id_token", "provider", "nonce"]],
    ["otp", ["email", "phone"]],
    ["resend", ["email", "type"]],
    ["verify", ["token", "token_hash", "email", "type"]],
    ["sso", ["domain"]],
    ["factors", ["friendly_name", "factor_type"]],
    ["passkeys/authentication/verify", ["credential"]],
  ])("sent to %s", (path, members) =>
    site.hold(documents(members).map((body) => write(`/auth/v1/${path}`, body))),
  );

  test("of one's own", () =>
    site.hold(
      documents(["email", "password", "data", "nonce"]).map((body) =>
        write("/auth/v1/user", body, JSON_TYPE, "PUT"),
      ),
    ));

  test.each([
    "authorize?provider=google&redirect_to=$",
    "authorize?provider=$",
    "verify?token=x&type=signup&redirect_to=http://$",
    "callback?state=$",
    "saml/acs?RelayState=$",
  ])("%s", (path) =>
    site.hold(address().map((text) => read(`/auth/v1/${path.replace("$", () => text)}`))),
  );
});

describe("files and functions", { timeout: PATIENCE }, () => {
  test.each([
    ["object/list/portfolio", ["prefix", "search"]],
    ["object/list-v2/portfolio", ["prefix"]],
    ["object/sign/portfolio", ["paths"]],
    ["object/move", ["sourceKey"]],
    ["bucket", ["name"]],
  ])("sent to %s", (path, members) =>
    site.hold(documents(members).map((body) => write(`/storage/v1/${path}`, body))),
  );

  test("in the parts of a form", async () => {
    const path = "/storage/v1/object/portfolio/a.png";
    const name = "content-disposition: form-data; name";
    const form = (head: string, content = "x") => `--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`;
    const bodies = texts(BODY).flatMap((text) => [
      form(`${name}="${text}"`),
      form(`${name}="f"; filename="${text}"`),
      form(`content-disposition: ${text}`),
      form(`${text}: x`),
      form(`${name}="metadata"`, text),
      text,
    ]);
    const endless = ["--b\r\n", "\r\n", "\r\n--"].map((each) => each.repeat(8_000));
    const headers = { "content-type": "multipart/form-data; boundary=b" };
    await site.hold([...bodies, ...endless].map((body) => write(path, body, headers)));
  });

  test("sent to a function", () =>
    site.hold(documents(["email"]).map((body) => write("/functions/v1/admin-setup", body))));

  test("in addresses of files", () =>
    site.hold(
      address().flatMap((text) => [
        read(`/storage/v1/render/image/public/avatars/a?width=${text}`),
        read(`/storage/v1/object/sign/avatars/a?token=${text}`),
      ]),
    ));
});
