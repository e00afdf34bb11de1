import { afterEach, expect, it, vi } from "vitest";
import { dismissAllToasts, toastStore } from "#web/ui/toast.ts";
import { signOut } from "./sign-out.ts";

const service = vi.hoisted(() => ({ signOut: vi.fn() }));
vi.mock("#web/session/session.ts", () => ({ sessionClient: async () => ({ auth: service }) }));
vi.mock("#web/ui/draft.ts", () => ({ forgetDrafts: () => {} }));
afterEach(dismissAllToasts);

it("tells for four seconds that it worked, or that it did not", async () => {
  service.signOut.mockResolvedValueOnce({ error: null });
  expect(await signOut()).toBe(true);
  expect(service.signOut).toHaveBeenLastCalledWith({ scope: "local" });
  service.signOut.mockResolvedValueOnce({ error: { message: "Internal Server Error" } });
  expect(await signOut("global")).toBe(false);
  service.signOut.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await signOut()).toBe(false);
  const failed = {
    title: "Sign out failed",
    description: "There was an error signing out. Please try again.",
    duration: 4000,
  };
  expect(toastStore.read()).toMatchObject([
    {
      title: "Successfully signed out",
      description: "You have been signed out of your account.",
      duration: 4000,
    },
    failed,
    failed,
  ]);
});
