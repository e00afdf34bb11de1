import { useState } from "react";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Devices } from "../devices/devices.tsx";
import { ChangeEmail } from "../email/change-email.tsx";
import { PasskeySettings } from "../passkeys/passkey-settings.tsx";
import { ChangePassword } from "../passwords/change-password.tsx";
import { DeleteAccount } from "../personal-data/delete-account.tsx";
import { DownloadData } from "../personal-data/download-data.tsx";
import { SupportAccess } from "../personal-data/support-access.tsx";
import type { Support } from "../personal-data/support-queries.ts";
import { useSignOut } from "../sign-out/sign-out.ts";
import { TwoStepSettings } from "../two-step/two-step-settings.tsx";

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
