import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { z } from "zod";
import {
  DELETION_WORD,
  deletionForm,
  deletionSteps,
  GRACE_DAYS,
} from "#domain/accounts/leaving.ts";
import { DELETION_NOT_SCHEDULED } from "#domain/accounts/settings-messages.ts";
import { faultOf } from "#domain/site/faults.ts";
import { formatDay } from "#domain/values/dates.ts";
import { endSession } from "#web/session/end-session.ts";
import { performWrite } from "#web/session/perform-write.ts";
import { callFunction, needsProof } from "#web/session/refusal.ts";
import { leaveSession, remainInSession, useSession } from "#web/session/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { SettingRow } from "#web/ui/setting-row.tsx";
import { toast } from "#web/ui/toast.ts";
import { useProof } from "../reauthentication/use-proof.tsx";

const requestDeletion = (confirmation: string): Promise<string> =>
  performWrite(async (db) => {
    // The server ends every session before it responds; that must not ask anybody to log in again.
    leaveSession();
    try {
      const data = await callFunction<{ eraseAfter: string }>(db, "delete-account", {
        confirmation,
      });
      if (data) return data.eraseAfter;
      throw new Error("No answer");
    } catch (error) {
      remainInSession();
      throw error;
    }
  });

const DeletionForm = () => {
  const navigate = useNavigate();
  const proof = useProof();
  const session = useSession();
  const type = session.status === "signed-in" ? session.profile?.account_type : null;
  const steps = deletionSteps(type);
  const form = useForm({
    resolver: zodResolver(deletionForm),
    defaultValues: { confirmation: "" },
  });
  const submit = async (
    values: z.output<typeof deletionForm>,
  ): Promise<{ message: string } | undefined> => {
    let eraseAfter: string;
    try {
      eraseAfter = await requestDeletion(values.confirmation);
    } catch (error) {
      if (needsProof(error)) return (await proof.request()) ? submit(values) : undefined;
      const { message } = faultOf(error, DELETION_NOT_SCHEDULED);
      toast({ title: "Account deletion failed", description: message, variant: "destructive" });
      return { message };
    }
    // The server has ended every session; this only removes the one stored here.
    await endSession("local");
    toast({
      title: "Account deletion requested",
      description: `Your account will be deleted on ${formatDay(eraseAfter)}. Sign in before then to keep it.`,
      duration: Number.POSITIVE_INFINITY,
    });
    await navigate("/");
    return undefined;
  };
  return (
    <>
      <Form form={form} onSubmit={submit} summary={false}>
        <ul className="grid list-disc gap-1.5 pl-5 text-ink-soft">
          <li>Straight away: {steps.now}</li>
          <li>For {GRACE_DAYS} days: sign in, and everything is as it was.</li>
          <li>Then: {steps.later}</li>
        </ul>
        <FormField
          form={form}
          name="confirmation"
          label={`Type ${DELETION_WORD} to confirm`}
          required
        >
          <Input autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </FormField>
        <SubmitButton variant="danger">Delete my account</SubmitButton>
      </Form>
      {proof.dialog}
    </>
  );
};

/**
 * Deletion of the account: requested here, cancelled by signing in, done after the waiting period (P-19).
 */
export const DeleteAccount = () => {
  const [open, setOpen] = useState(false);
  return (
    <SettingRow
      title="Delete account"
      value={`You have ${GRACE_DAYS} days to change your mind. You may want to download your data first.`}
      action={
        <Button variant="outline" size="sm" className="text-danger!" onClick={() => setOpen(true)}>
          Delete<span className="sr-only"> account</span>
        </Button>
      }
    >
      <Dialog open={open} onOpenChange={setOpen} title="Delete your account?">
        <DeletionForm />
      </Dialog>
    </SettingRow>
  );
};
