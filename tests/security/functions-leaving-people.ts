import { type FunctionName, type Functions, PASSWORD, type Person } from "#tests/functions.ts";

/** What people who leave do, and what is looked at in the database, of functions that may still be starting. */
export const leavingPeople = (functions: () => Functions) => {
  const sql: Functions["sql"] = (...query) => functions().sql(...query);
  const asServer = (name: FunctionName) => functions().asServer(name);
  const leave = (person: Person | null, body: object = {}) =>
    functions().answerTo<Record<string, string>>(person, "delete-account", {
      confirmation: "DELETE",
      ...body,
    });
  /** Lets the given seconds pass since the person last proved who they are. */
  const provenAgo = (person: Person, seconds: number) =>
    sql(
      `update auth.mfa_amr_claims c set updated_at = now() - make_interval(secs => $2)
         from auth.sessions s where s.id = c.session_id and s.user_id = $1`,
      [person.id, seconds],
    );
  const graceIsOver = (person: Person) =>
    sql("update public.account_deletions set erase_after = now() where user_id = $1", [person.id]);
  const signIn = (person: Person) =>
    person.client.auth.signInWithPassword({ email: person.email, password: PASSWORD });
  const rowsOf = async (person: Person) =>
    (await sql("select from auth.users where id = $1", [person.id])).length;
  const statusOf = (job: string) =>
    functions().see("select status from public.jobs where id = $1", [job]);
  const isListed = async (person: Person) =>
    (await sql("select from public.public_providers where id = $1", [person.id])).length === 1;

  /** No notice waits and no mail was sent. */
  const tidyPost = async () => {
    await sql("delete from notify.notices");
    functions().post.mails.length = 0;
  };

  return {
    sql,
    asServer,
    leave,
    provenAgo,
    graceIsOver,
    signIn,
    rowsOf,
    statusOf,
    isListed,
    tidyPost,
  };
};
