import { afterEach, expect, it, vi } from "vitest";
import { dismissAllToasts, toastStore } from "#web/ui/toast.ts";
import { signOut } from "./sign-out.ts";

const end = vi.hoisted(() => vi.fn());
vi.mock("#web/session/end-session.ts", () => ({ endSession: end }));
vi.mock("#web/ui/draft.ts", () => ({ removeDrafts: () => {} }));
afterEach(dismissAllToasts);

it("shows the result for four seconds", async () => {
  end.mockResolvedValueOnce("done");
  expect(await signOut()).toBe("done");
  expect(end).toHaveBeenLastCalledWith("local");
  end.mockResolvedValueOnce("failed");
  expect(await signOut("global")).toBe("failed");
  end.mockResolvedValueOnce("here");
  expect(await signOut()).toBe("here");
  expect(toastStore.read()).toMatchObject([
    {
      title: "Successfully signed out",
      description: "You have been signed out of your account.",
      duration: 4000,
    },
    {
      title: "Sign out failed",
      description: "There was an error signing out. Please try again.",
      duration: 4000,
    },
    {
      title: "You're signed out on this device.",
      description: "We'll finish signing you out when you're back online.",
      duration: 4000,
    },
  ]);
});
