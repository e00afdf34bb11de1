import { describe, expect, test } from "vitest";
import { startTestBackend } from "#backend/tests/backend.ts";
import { perFile } from "#backend/tests/per-file.ts";
import { operatorOf } from "./auth-people.ts";

const backend = perFile(() =>
  startTestBackend({
    configure: ({ auth }) => {
      auth.oauthServer.enabled = true;
    },
  }),
);

const CALLBACK = "https://app.example/callback";
const clients = () => operatorOf(backend).auth.admin.oauth;

describe("applications of the project's own OAuth server", () => {
  test("are registered, listed, changed, given another secret and deleted by the operator", async () => {
    const redirect_uris = [CALLBACK, "http://localhost:3000/callback", "my.app://back"];
    const made = await clients().createClient({ client_name: "App", redirect_uris });
    expect(made.error).toBeNull();
    const id = made.data?.client_id ?? "";
    expect(made.data).toMatchObject({
      client_name: "App",
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_type: "confidential",
      redirect_uris,
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      registration_type: "manual",
      token_endpoint_auth_method: "client_secret_basic",
    });
    const [stored] = await backend.db.query("select client_secret_hash from auth.oauth_clients");
    expect(stored?.client_secret_hash).not.toContain(made.data?.client_secret);

    const got = await clients().getClient(id);
    expect(got.data).toMatchObject({ client_id: id, client_name: "App" });
    expect(got.data).not.toHaveProperty("client_secret");
    const logo_uri = "https://app.example/logo.png";
    const changed = await clients().updateClient(id, { logo_uri });
    expect(changed.data).toMatchObject({ client_name: "App", logo_uri, redirect_uris });
    const renewed = await clients().regenerateClientSecret(id);
    expect(renewed.data?.client_secret).not.toBe(made.data?.client_secret);

    const other = await clients().createClient({
      client_name: "Phone",
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "none",
    });
    expect(other.data).toMatchObject({ client_type: "public" });
    expect(other.data).not.toHaveProperty("client_secret");
    expect(
      (await clients().regenerateClientSecret(other.data?.client_id ?? "")).error?.status,
    ).toBe(400);
    const { data: page } = await clients().listClients({ page: 1, perPage: 1 });
    expect(page.clients.map(({ client_id }) => client_id)).toEqual([other.data?.client_id]);
    expect((await clients().listClients()).data.clients).toHaveLength(2);

    expect((await clients().deleteClient(id)).error).toBeNull();
    expect((await clients().getClient(id)).error?.code).toBe("oauth_client_not_found");
    expect((await clients().listClients()).data.clients).toHaveLength(1);
  });

  test.each([
    [[], "redirect_uris is required"],
    [["nonsense"], "invalid URL format"],
    [["javascript:alert(1)"], "not allowed for security reasons"],
    [["http://app.example/"], "HTTP scheme only allowed for localhost"],
    [[`${CALLBACK}#x`], "fragment not allowed"],
    [[`${CALLBACK},https://evil.example/`], "comma not allowed"],
    [Array.from({ length: 11 }, () => CALLBACK), "cannot exceed 10 items"],
  ])("never send anybody to %j", async (redirect_uris, message) => {
    const { data, error } = await clients().createClient({ client_name: "x", redirect_uris });
    expect([data, error?.status, error?.code]).toEqual([null, 400, "validation_failed"]);
    expect(error?.message).toContain(message);
  });

  test("are nobody else's to see, and not there at all where the server is off", async () => {
    const path = "/auth/v1/admin/oauth/clients";
    const create = async (key: string, from = backend) =>
      (await from.request(path, { headers: { apikey: key, authorization: `Bearer ${key}` } }))
        .status;
    expect(await create(backend.keys.serviceRole)).toBe(200);
    expect([401, 403]).toContain(await create(backend.keys.anon));
    const off = await startTestBackend();
    try {
      expect(await create(off.keys.serviceRole, off)).toBe(404);
    } finally {
      await off.close();
    }
  });
});
