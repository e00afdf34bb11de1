import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { z } from "zod";
import type { Db } from "#web/session/database.ts";
import { loginPath } from "#web/session/return-path.ts";
import { owesSecondStep } from "#web/session/second-step.ts";
import { adoptSession, closeSession, declineSignIn, sessionClient } from "#web/session/session.ts";
import { useSettings } from "#web/session/settings.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Form, FormField, SubmitButton, useForm } from "#web/ui/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { detachedClient } from "../detached-client.ts";
import { SecondStep } from "../reauthentication/second-step.tsx";
import { signInRefusal } from "./log-in.ts";

const passwordForm = z.object({ password: z.string().min(1, "Password is required") });

/** Passes the session of `trial` to the site's own client. @returns why not, or nothing */
const adopt = async (trial: Db): Promise<string | undefined> => {
  const { session } = (await trial.auth.getSession()).data;
  if (!session) return "Please log in again.";
  const { error } = await adoptSession(await sessionClient(), session);
  return error ? signInRefusal(error).message : undefined;
};

/**
 * Logs the person whose session has ended in again, over the page and everything typed into it. The session
 * is on a separate client until it is complete, so the page is never between two states.
 */
const PasswordAgain = ({ email }: { email: string }) => {
  const settings = useSettings();
  const trial = useRef<Db>(undefined);
  const [owing, setOwing] = useState(false);
  const form = useForm({ resolver: zodResolver(passwordForm), defaultValues: { password: "" } });

  const submit = async ({ password }: { password: string }) => {
    const db = await detachedClient(settings);
    const { data, error } = await db.auth.signInWithPassword({ email, password });
    if (error) return { message: signInRefusal(error).message };
    trial.current = db;
    if (owesSecondStep(data.user, data.session.access_token)) {
      setOwing(true);
      return;
    }
    const message = await adopt(db);
    if (message) return { message };
  };

  const { current: db } = trial;
  if (owing && db) {
    const proven = async () => {
      const message = await adopt(db);
      setOwing(false);
      if (message) form.setError("root.server", { type: "server", message });
    };
    return <SecondStep client={async () => db} onProven={proven} label="Log in" />;
  }
  return (
    <Form form={form} onSubmit={submit} summary={false}>
      <Field label="Email">
        <Input type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <FormField form={form} name="password" label="Password" required>
        <PasswordInput autoComplete="current-password" />
      </FormField>
      <SubmitButton>Log in</SubmitButton>
    </Form>
  );
};

/**
 * The dialog over the page of an ended session. Closing it leaves the page open, and its next write asks
 * again.
 */
export const SignInAgain = ({ email }: { email: string }) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const elsewhere = () => {
    closeSession();
    void navigate(loginPath(new URL(pathname + search, "http://site")));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && declineSignIn()}
      size="sm"
      title="Log in to continue"
      description="Your session has ended. What you typed is still here."
    >
      <div className="grid gap-4">
        <PasswordAgain email={email} />
        <Button variant="quiet" onClick={elsewhere}>
          Log in another way
        </Button>
      </div>
    </Dialog>
  );
};
