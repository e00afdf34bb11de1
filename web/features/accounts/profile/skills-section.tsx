import { type FormEvent, useEffect, useRef, useState } from "react";
import { PROFILE_NOT_UPDATED } from "#domain/accounts/messages.ts";
import { MEMBERSHIP_NEEDED, SUBSCRIPTION_REQUIRED } from "#domain/membership/messages.ts";
import { WHY_ADD } from "#domain/providers/page-messages.ts";
import type { Skill } from "#domain/providers/providers.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { changedRows } from "#web/session/changed-rows.ts";
import type { Db } from "#web/session/database.ts";
import { failureToast } from "#web/session/refusal.ts";
import { refreshSession } from "#web/session/session.ts";
import { useWrite } from "#web/session/use-write.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { toast } from "#web/ui/toast.ts";
import { withSkill } from "./skills.ts";

const store = async (db: Db, skills: Skill[], userId: string): Promise<void> => {
  await changedRows(
    db
      .from("profiles")
      .update({
        skills: skills.map(({ name, category }) => ({ name, category })),
        updated_at: new Date().toISOString(),
      })
      .eq("id", userId)
      .select("id"),
  );
  await refreshSession();
};

/**
 * The words by which the search finds a provider. Adding needs a live membership, which the database checks
 * too.
 */
export const SkillsSection = ({
  skills,
  userId,
  member,
}: {
  skills: Skill[];
  userId: string;
  member: boolean;
}) => {
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const { run, busy } = useWrite(store);
  const saving = useRef("");
  const pressed = useRef(false);

  const save = async (next: Skill[]): Promise<boolean> => {
    try {
      await run(next, userId);
      return true;
    } catch (error) {
      toast(failureToast(error, PROFILE_NOT_UPDATED.title, PROFILE_NOT_UPDATED.description));
      return false;
    }
  };

  const add = async () => {
    if (!member) {
      toast({
        title: SUBSCRIPTION_REQUIRED,
        description: MEMBERSHIP_NEEDED,
        variant: "destructive",
      });
      return;
    }
    // Enter during a save counts once that is done.
    if (busy) {
      pressed.current = typed !== saving.current;
      return;
    }
    const next = withSkill(skills, typed);
    if (typeof next === "string") {
      setRefusal(next);
      return;
    }
    setRefusal(undefined);
    saving.current = typed;
    // Text typed meanwhile is the next skill.
    if (await save(next)) setTyped((now) => (now === typed ? "" : now));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void add();
  };
  const latest = useRef(add);
  latest.current = add;
  useEffect(() => {
    if (busy || !pressed.current) return;
    pressed.current = false;
    void latest.current();
  }, [busy]);

  return (
    <section aria-labelledby="skills" className="grid gap-6">
      <h2 id="skills" className="text-xl">
        Skills
      </h2>
      <form noValidate method="post" onSubmit={submit}>
        <Field label="Add a skill" hint={WHY_ADD.services} error={refusal}>
          <div className="flex gap-2">
            <Input
              value={typed}
              maxLength={INPUT_LIMITS.skill}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" variant="outline" className="h-12" icon={busy && <Spinner />}>
              Add
            </Button>
          </div>
        </Field>
      </form>
      {skills.length === 0 ? (
        <p className="text-ink-soft">No skills yet.</p>
      ) : (
        <ul aria-label="Skills" className="flex flex-wrap gap-2">
          {skills.map((skill) => (
            <li key={skill.name}>
              <Chip
                label={skill.name}
                onRemove={() => void save(skills.filter((other) => other !== skill))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
