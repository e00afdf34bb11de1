import { type FormEvent, useState } from "react";
import { refreshSession } from "#web/session/session.ts";
import type { Db } from "#web/session/site.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast.ts";
import { LONGEST_SERVICE, type Service, withService } from "./services.ts";

const store = async (db: Db, services: Service[], userId: string): Promise<void> => {
  const { error } = await db
    .from("profiles")
    .update({
      skills: services.map(({ name, category }) => ({ name, category })),
      updated_at: new Date().toISOString(),
    })
    .eq("id", userId);
  if (error) throw error;
  await refreshSession();
};

/** What a provider offers. Adding needs a live membership, which the database checks too. */
export const ServicesTab = ({
  services,
  userId,
  member,
}: {
  services: Service[];
  userId: string;
  member: boolean;
}) => {
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const { run, busy } = useWrite(store);

  const save = async (next: Service[]): Promise<boolean> => {
    try {
      await run(next, userId);
      return true;
    } catch (error) {
      const required = (error as { code?: string }).code === "42501";
      toast({
        title: required ? "Subscription required" : "Update failed",
        description: required
          ? "Activate a membership to add services and portfolio items."
          : "Failed to update profile.",
        variant: "destructive",
      });
      return false;
    }
  };

  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (!member) {
      toast({
        title: "Subscription required",
        description: "Activate a membership to add services and portfolio items.",
        variant: "destructive",
      });
      return;
    }
    const next = withService(services, typed);
    if (typeof next === "string") {
      setRefusal(next);
      return;
    }
    setRefusal(undefined);
    if (busy) return;
    // What was typed meanwhile is the next one.
    if (await save(next)) setTyped((now) => (now === typed ? "" : now));
  };

  return (
    <div className="grid max-w-2xl gap-6">
      {!member && (
        <Alert
          title="Subscription required"
          action={
            <ButtonLink to="/membership" size="sm" variant="solid">
              Activate Membership
            </ButtonLink>
          }
        >
          Services can be added with a live membership.
        </Alert>
      )}
      <form noValidate method="post" onSubmit={(event) => void add(event)}>
        <Field label="Add a service" hint="Press Enter to add it." error={refusal}>
          <div className="flex gap-2">
            <Input
              value={typed}
              maxLength={LONGEST_SERVICE}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="solid" className="h-12" busy={busy}>
              Add
            </Button>
          </div>
        </Field>
      </form>
      {services.length === 0 ? (
        <p className="text-ink-soft">No services yet.</p>
      ) : (
        <ul aria-label="Services" className="flex flex-wrap gap-2">
          {services.map((service) => (
            <li key={service.name} className="max-w-full">
              <Chip
                label={service.name}
                onRemove={() => void save(services.filter((other) => other !== service))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
