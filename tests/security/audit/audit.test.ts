import { describe, expect, it } from "vitest";
import { editUser } from "#tests/security/admin-people.ts";
import { allowed, dataOf, outcome } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const sql = (text: string, values?: unknown[]) => world.sql(text, values);
const boss = () => world.people.admin.client;
const act = (reason: string) =>
  editUser(world, world.people.rival.id, { bio: `For ${reason}`, reason });
const verify = () =>
  dataOf<{ checked: number; broken: null | { entry: number; why: string } }>(
    boss().rpc("verify_audit_log"),
  );

describe("the chain of the audit log", () => {
  it("refuses every change, also to the owner of the database", async () => {
    await allowed(act("a first"));
    for (const table of ["public.audit_log", "audit.chain"]) {
      const column = table.startsWith("public") ? "reason" : "hash";
      for (const change of [
        `delete from ${table}`,
        `truncate ${table}`,
        `update ${table} set ${column} = ${column}`,
      ]) {
        await expect(sql(change), change).rejects.toThrow("cannot be changed, only added to");
      }
    }
  });

  it("keeps its order when many act at once", async () => {
    const acts = await Promise.all(
      Array.from({ length: 12 }, (_, turn) => outcome(act(`turn ${turn}`))),
    );
    expect(new Set(acts)).toEqual(new Set(["let in"]));
    const { checked, broken } = await verify();
    expect(broken).toBeNull();
    expect(checked).toBe(await world.count("public.audit_log"));
  });

  it("names the person and the action, finds by it, and reads page by page", async () => {
    const { data } = await boss().rpc("admin_audit_log", {
      who: "ADMIN",
      what: "update user",
      target: "rival",
      from_day: "2020-01-01",
      page_size: 2,
    });
    expect(data.items).toHaveLength(2);
    expect(data.items[0]).toMatchObject({
      actor_name: "Admin Tester",
      target_label: "Rival Tester",
    });
    expect(data.actions).toContain("update user");
    const next = await boss().rpc("admin_audit_log", { before_id: data.next, page_size: 1 });
    expect(next.data.items[0].id).toBeLessThan(data.next);
    for (const none of [{ who: "%" }, { target: "_" }, { to_day: "2020-01-01" }, { what: "x" }]) {
      expect((await boss().rpc("admin_audit_log", none)).data.items, JSON.stringify(none)).toEqual(
        [],
      );
    }
  });

  /** Past the triggers, as only somebody with the whole database in hand could. */
  const tamper = (change: string) =>
    sql(`set session_replication_role = replica; ${change}; set session_replication_role = origin`);

  it("shows what was tampered with", async () => {
    await sql("create table private.log_copy as table public.audit_log");
    await sql("create table private.chain_copy as table audit.chain");
    const mend = () =>
      tamper(
        "delete from public.audit_log; delete from audit.chain; insert into public.audit_log overriding system value select * from private.log_copy; insert into audit.chain select * from private.chain_copy",
      );
    const [third] = await sql("select entry from audit.chain order by position offset 2 limit 1");
    const entry = Number(third?.entry);

    await tamper(`update public.audit_log set reason = 'Nothing happened' where id = ${entry}`);
    expect((await verify()).broken).toMatchObject({
      entry,
      why: "the entry or its link was changed",
    });
    await mend();
    await tamper(`delete from public.audit_log where id = ${entry}`);
    expect((await verify()).broken).toMatchObject({ entry, why: "the entry was removed" });
    await mend();
    await tamper(
      `delete from audit.chain where entry = ${entry}; delete from public.audit_log where id = ${entry}`,
    );
    expect((await verify()).broken?.why).toBe("a link before it is missing");
    await mend();
    await tamper(
      "insert into public.audit_log (actor_name, action, target_table) values ('Nobody', 'x', 'profiles')",
    );
    expect((await verify()).broken?.why).toBe("the entry was added past the chain");
    await mend();
    expect((await verify()).broken).toBeNull();
  });
});
