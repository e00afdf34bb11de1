import { describe, expect, it } from "vitest";
import { accountsMails } from "#domain/accounts/mails.ts";
import { wordsOf } from "#domain/notifications/mail.ts";
import { MAILS, settingOfMail } from "#domain/notifications/mails.ts";
import { wordingError } from "#domain/notifications/wording.ts";
import { allowed, refused, rows } from "#tests/security/people.ts";
import { testWorld } from "#tests/security/test-world.ts";

const world = testWorld();

const PICTURE = ["public.site_settings", "public.audit_log", "notify.notices"];
const boss = () => world.people.admin.client;
const WORDS = {
  subject: "Welcome to {{site}}",
  heading: "One more step",
  text: "Is {{email}} yours?\n\n{{link}}\n\nOtherwise ignore this.",
};
const save = (key: string, new_value: unknown, seen?: string) =>
  boss().rpc("admin_save_setting", { setting_key: key, new_value, seen, reason: "Our words" });
const sendTest = (mail: string, words: unknown) =>
  boss().rpc("admin_send_test_mail", { mail, words });

describe("the words of mails", () => {
  it("are a setting for every mail, and every mail is known to the queue or to auth", async () => {
    const settings = await world.see<string[]>(
      "select array_agg(key order by key) from public.site_settings where key like 'mail\\_%'",
    );
    expect(settings).toEqual(Object.keys(MAILS).map(settingOfMail).sort());
    const notices = await world.see<string[]>(
      "select array_agg(kind order by kind) from notify.mail_kinds where topic is not null and kind <> 'mail_test'",
    );
    expect([...notices, ...Object.keys(accountsMails)].sort()).toEqual(Object.keys(MAILS).sort());
  });

  it("are read by nobody but admins, and by them through admin_mails", async () => {
    for (const who of ["visitor", "member", "admin"] as const) {
      const found = world.from(who, "site_settings").select("key").like("key", "mail_%");
      expect(await rows(found), who).toEqual([]);
    }
    const { data } = await boss().rpc("admin_mails");
    expect(Object.keys(data)).toHaveLength(Object.keys(MAILS).length);
    expect(data.mail_confirmation).toMatchObject({ value: null, revisions: [] });
  });

  it.each<[string, string, unknown]>([
    ["without its link", "confirmation", { ...WORDS, text: "Hello {{email}}" }],
    ["with its link in a sentence", "confirmation", { ...WORDS, text: "Go {{link}} now" }],
    ["with its link in the subject too", "confirmation", { ...WORDS, subject: "{{link}}" }],
    ["with a name that strangers choose", "confirmation", { ...WORDS, heading: "Hi {{name}}" }],
    ["with a placeholder that is not closed", "confirmation", { ...WORDS, heading: "{{site" }],
    ["that read the server", "confirmation", { ...WORDS, heading: "{{ .Token }}" }],
    ["that nest placeholders", "confirmation", { ...WORDS, heading: "{{s{{site}}ite}}" }],
    ["with another header", "confirmation", { ...WORDS, subject: "Hi\r\nBcc: all@x.example" }],
    ["with a line separator", "confirmation", { ...WORDS, subject: "Hi\u2028Bcc: all@x.example" }],
    ["with a control character", "confirmation", { ...WORDS, text: `${WORDS.text}\u0007` }],
    ["with an old control character", "confirmation", { ...WORDS, heading: "x\u0085y" }],
    ["with HTML", "confirmation", { ...WORDS, text: `<b>Hi</b>\n${WORDS.text}` }],
    ["with a script", "confirmation", { ...WORDS, heading: "<script>" }],
    ["without a subject", "confirmation", { ...WORDS, subject: " " }],
    ["without a text", "confirmation", { subject: "x", heading: "x" }],
    ["with more parts", "confirmation", { ...WORDS, html: "<b>" }],
    ["that are a list", "confirmation", [WORDS]],
    ["that are text", "confirmation", "Hello"],
    ["with a number", "confirmation", { ...WORDS, subject: 7 }],
    ["with a long subject", "confirmation", { ...WORDS, subject: "x".repeat(151) }],
    ["with a long heading", "confirmation", { ...WORDS, heading: "x".repeat(151) }],
    ["with a long text", "confirmation", { ...WORDS, text: `${"x".repeat(5000)}\n{{link}}` }],
    ["without its code", "reauthentication", { ...WORDS, text: "Hello" }],
    ["without the price", "renewal_reminder", { ...WORDS, text: "On {{day}}\n{{link}}" }],
    ["with a link where there is no button", "job_removed", { ...WORDS, text: "Hi\n{{link}}" }],
  ])("are refused %s, with the sentence of the domain", async (_what, kind, words) => {
    const before = await world.picture(...PICTURE);
    const mail = MAILS[kind];
    const sentence = mail && wordingError(mail, words);
    for (const call of [save(settingOfMail(kind), words), sendTest(kind, words)]) {
      const { status, error } = await call;
      expect([status, error?.message]).toEqual([400, sentence]);
    }
    // Not through the table either: its trigger has the same rule.
    const row = world.service.from("site_settings").update({ value: words as never });
    const { error } = await row.eq("key", settingOfMail(kind));
    expect(error?.message).toBe(sentence);
    expect(await world.picture(...PICTURE)).toBe(before);
  });

  it("of a mail that does not exist are refused", async () => {
    await refused(save("mail_nothing", WORDS), "400 PT400");
    await refused(sendTest("nothing", WORDS), "400 PT400");
  });

  it("are saved, audited, restored and put back", async () => {
    for (const [kind, mail] of Object.entries(MAILS))
      await allowed(save(settingOfMail(kind), wordsOf(mail)), kind);
    await refused(save("mail_confirmation", WORDS, "2020-01-01T00:00:00Z"), "409 PT409");
    const now = async () => (await boss().rpc("admin_mails")).data.mail_confirmation;
    await allowed(save("mail_confirmation", WORDS, (await now()).updated_at));
    expect((await now()).value).toEqual(WORDS);
    await allowed(save("mail_confirmation", null));
    const { value, revisions } = await now();
    expect(value).toBeNull();
    expect(revisions[0].value).toEqual(WORDS);
    const restored = { revision_id: revisions[0].id, reason: "A mistake" };
    await allowed(boss().rpc("admin_restore_setting", restored));
    expect((await now()).value).toEqual(WORDS);
    const acts = await world.audited("reason", "mail_confirmation");
    expect(acts.at(-1)).toEqual({ reason: "A mistake" });
  });

  it("are sent as a test to the admin alone, thirty times an hour", async () => {
    const sent = await sendTest("confirmation", WORDS);
    expect([sent.error, sent.data]).toEqual([null, world.people.admin.email]);
    const receiver = "select user_id from notify.notices where kind = 'mail_test'";
    expect(await world.see(receiver)).toBe(world.people.admin.id);
    let last = await sendTest("confirmation", WORDS);
    for (let more = 0; !last.error && more < 40; more++)
      last = await sendTest("confirmation", WORDS);
    expect([last.status, last.error?.message]).toEqual([
      429,
      "You have sent many test emails. Please try again in an hour.",
    ]);
  });
});
