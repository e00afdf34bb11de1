import { afterEach, expect, it, vi } from "vitest";
import { OUR_FAULT } from "#domain/site/messages.ts";
import { dismissAllToasts, toast, toastStore } from "#web/ui/toast.ts";
import { signOut } from "./sign-out.ts";

const end = vi.hoisted(() => vi.fn());
vi.mock("#web/session/end-session.ts", () => ({ endSession: end }));
vi.mock("#web/ui/draft.ts", () => ({ removeDrafts: () => {} }));
afterEach(dismissAllToasts);

it("shows the result for four seconds", async () => {
  end.mockResolvedValueOnce("done");
  expect(await signOut()).toBe("done");
  expect(end).toHaveBeenLastCalledWith("local");
  const done = {
    title: "Successfully signed out",
    description: "You have been signed out of your account.",
    duration: 4000,
  };
  expect(toastStore.read()).toMatchObject([done]);
  end.mockResolvedValueOnce("failed");
  expect(await signOut("global")).toBe("failed");
  const description = "There was an error signing out. Please try again.";
  const failed = { title: "Sign out failed", description, duration: 4000 };
  expect(toastStore.read()).toMatchObject([done, failed]);
});

it("reports why not every device was signed out", async () => {
  end.mockRejectedValueOnce({ message: "{}", status: 503 });
  expect(await signOut("global")).toBe("failed");
  expect(toastStore.read()).toMatchObject([{ title: "Sign out failed", description: OUR_FAULT }]);
});

it("leaves no message of the person who left, and says when it will be finished", async () => {
  toast({ title: "No longer saved", action: { label: "Undo", onPress: () => {} } });
  end.mockResolvedValueOnce("here");
  expect(await signOut()).toBe("here");
  expect(toastStore.read()).toMatchObject([
    {
      title: "You're signed out on this device.",
      description: "We'll finish signing you out when you're back online.",
      duration: 4000,
    },
  ]);
});
