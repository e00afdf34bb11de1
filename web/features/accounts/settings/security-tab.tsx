import { useState } from "react";
import { Devices } from "#web/features/accounts/devices/index.ts";
import { PasskeySettings } from "#web/features/accounts/passkeys/index.ts";
import {
  DeleteAccount,
  DownloadData,
  type Support,
  SupportAccess,
} from "#web/features/accounts/personal-data/index.ts";
import { useSignOut } from "#web/features/accounts/sign-out/index.ts";
import { TwoStepSettings } from "#web/features/accounts/two-step/index.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ChangeEmail } from "../email/change-email.tsx";
import { ChangePassword } from "../passwords/change-password.tsx";

const SignedInDevices = () => {
  const [open, setOpen] = useState(false);
  const signOut = useSignOut();
  return (
    <>
      <Devices onEverywhere={() => setOpen(true)} />
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Log out of all devices?"
        description="You will have to log in again everywhere, also here."
        confirmLabel="Log out everywhere"
        onConfirm={async () => {
          await signOut("global");
        }}
      />
    </>
  );
};

const GROUP = "divide-y divide-line border-line *:py-5";

/**
 * Account Security: second step, passkeys, devices, password, address, support, the person's data, and
 * deletion of the account (spec 1 sections 5 and 8, P-19 and P-20).
 */
export const SecurityTab = ({
  email,
  support,
}: {
  email: string;
  /** Null if it could not be loaded. */
  support: Support | null;
}) => (
  <div>
    <div className={`${GROUP} max-lg:*:first:pt-0 lg:border-t`}>
      <ChangePassword email={email} />
      <ChangeEmail email={email} />
      <TwoStepSettings />
      <PasskeySettings />
    </div>
    <div className={`${GROUP} border-t`}>
      <SignedInDevices />
      <SupportAccess until={support?.until ?? null} views={support?.views ?? []} />
    </div>
    <div className={`${GROUP} border-t`}>
      <DownloadData />
      <DeleteAccount />
    </div>
  </div>
);
