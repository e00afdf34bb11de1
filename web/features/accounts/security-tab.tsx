import { useState } from "react";
import { DeleteAccount, DownloadData, SupportAccess } from "#web/features/personal-data/index.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { useSignOut } from "./sign-out.ts";

const SignOutEverywhere = () => {
  const [open, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <section aria-labelledby="devices">
      <h2 id="devices" className="text-xl">
        Devices
      </h2>
      <p className="mt-1 mb-4 text-ink-soft">
        Signed in somewhere you no longer trust? End every session, this one included.
      </p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Log out of all devices
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Log out of all devices?"
        description="You will have to log in again everywhere, also here."
        confirmLabel="Log out everywhere"
        onConfirm={() => signOut("global")}
      />
    </section>
  );
};

/** Account Security: address, password, sessions, support, one's data and the account's end (spec 1 sections 5 and 8, decisions 19 and 20). */
export const SecurityTab = ({
  email,
  supportUntil,
}: {
  email: string;
  supportUntil: string | null;
}) => (
  <div className="grid max-w-xl gap-12">
    <ChangeEmail email={email} />
    <ChangePassword email={email} />
    <SignOutEverywhere />
    <SupportAccess until={supportUntil} />
    <DownloadData />
    <DeleteAccount />
  </div>
);
