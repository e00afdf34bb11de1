import { useForm } from "react-hook-form";
import { CurrentPassword, signsInElsewhere } from "#web/features/personal-data/index.ts";
import { SecondStep } from "#web/features/two-step/index.ts";
import { sessionClient, useSession } from "#web/session/session.ts";
import { Form, SubmitButton } from "#web/ui/form.tsx";
import { signInAgain } from "./passkeys.ts";

/** Asks for the second step where there is one, else for the password; the service takes either. */
export const ProveYourself = ({ onProven }: { onProven: () => Promise<void> }) => {
  const session = useSession();
  const form = useForm({ defaultValues: { password: "" } });
  if (session.status !== "signed-in") return null;
  const { user } = session;
  if (user.factors?.some(({ status }) => status === "verified")) {
    return <SecondStep client={sessionClient} onProven={onProven} />;
  }
  const submit = async ({ password }: { password: string }) => {
    if (password === "") return { fields: { password: "Please enter your password" } };
    const message = await signInAgain(await sessionClient(), user.email ?? "", password);
    if (message) return { fields: { password: message } };
    await onProven();
  };
  return (
    <Form form={form} onSubmit={submit} summary={false}>
      <CurrentPassword form={form} />
      {!signsInElsewhere(user) && <SubmitButton size="lg">Continue</SubmitButton>}
    </Form>
  );
};
