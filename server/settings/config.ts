import { readFileSync } from "node:fs";
import { closest } from "supabase-compatible-backend/core";
import {
  aboutSetting,
  type Config,
  SECRET,
  SETTING_NAMES,
  type SettingName,
  Settings,
} from "./settings.ts";
import { SIGN_IN_PROVIDERS } from "./sign-in-settings.ts";

export type { Config } from "./settings.ts";

type Environs = Record<string, string | undefined>;

/** A setting that is missing or wrong, and a sentence that says what to set. */
interface SettingProblem {
  name: string;
  message: string;
}

/** Files may be in a folder while only the backups are in object storage. */
const backsUpToS3 = ({ BACKUP_TO }: Environs): boolean => BACKUP_TO?.startsWith("s3://") ?? false;

/** Settings of one group, of which each needs others. */
const TOGETHER: readonly {
  given: SettingName;
  needs: SettingName[];
  unless?: (given: Environs) => boolean;
}[] = [
  { given: "SUPABASE_URL", needs: ["SUPABASE_ANON_KEY", "SUPABASE_SERVICE_ROLE_KEY"] },
  { given: "S3_BUCKET", needs: ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] },
  { given: "S3_ENDPOINT", needs: ["S3_BUCKET"], unless: backsUpToS3 },
  { given: "S3_ACCESS_KEY_ID", needs: ["S3_BUCKET"], unless: backsUpToS3 },
  { given: "S3_ACCESS_KEY_ID", needs: ["S3_SECRET_ACCESS_KEY"] },
  {
    given: "BACKUP_TO",
    needs: ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
    unless: (given) => !backsUpToS3(given),
  },
  {
    given: "STRIPE_SECRET_KEY",
    needs: ["STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_MONTHLY", "STRIPE_PRICE_YEARLY"],
  },
  { given: "INBOUND_MAIL_DOMAIN", needs: ["INBOUND_MAIL_SECRET"] },
  { given: "INBOUND_MAIL_SECRET", needs: ["INBOUND_MAIL_DOMAIN"] },
  ...SIGN_IN_PROVIDERS.flatMap((provider) => {
    const name = provider.toUpperCase() as Uppercase<typeof provider>;
    const id = `SIGN_IN_${name}_CLIENT_ID` as const;
    const secret = `SIGN_IN_${name}_SECRET` as const;
    return [
      { given: id, needs: [secret] },
      { given: secret, needs: [id] },
    ];
  }),
];

/** A domain that nobody owns (RFC 2606), as in `.env.example`. */
const EXAMPLE = /(?:^|[@/.])example\.(?:com|net|org)(?=[:/>]|$)/i;
/** The end of what a setting must be, if it shows such a domain. */
const SHOWN_EXAMPLE = /, for example .*example\.org.*$/;
const NOBODYS_ADDRESS = /\.(example|invalid|test|localhost)>?$/i;

/** Mostly runs such as 1111 and abcd, or one text again and again. */
const canBeGuessed = (secret: string): boolean => {
  const codes = Array.from(secret, (character) => character.charCodeAt(0));
  const beside = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? -9)) <= 1);
  return beside.length > codes.length / 2 || /^(.+?)\1+$/s.test(secret);
};

/** Values that are well formed, but not for the public; why not continues the setting's name. */
const UNFIT_FOR_LIVE: readonly {
  names: readonly SettingName[];
  is(value: string): boolean;
  why: string;
}[] = [
  {
    names: ["SITE_URL", "SMTP_URL", "MAIL_FROM", "INBOUND_MAIL_DOMAIN"],
    is: (value) => EXAMPLE.test(value),
    why: "is an example",
  },
  { names: ["MAIL_FROM"], is: (value) => NOBODYS_ADDRESS.test(value), why: "is an example" },
  {
    names: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    is: (value) => !/^(?:[a-z]+_){1,2}[^_\s]\S{15,}$/.test(value),
    why: "is too short",
  },
  {
    names: SETTING_NAMES.filter((name) => aboutSetting(name).must === SECRET),
    is: canBeGuessed,
    why: "can be guessed",
  },
];

const missing = (given: Environs): SettingProblem[] => {
  const live = given.SITE_MODE === "live";
  const wanted = [
    ...SETTING_NAMES.filter((name) => live && aboutSetting(name).live).map((name) => ({
      name,
      why: "when SITE_MODE is live",
    })),
    ...TOGETHER.filter((rule) => given[rule.given] !== undefined && !rule.unless?.(given)).flatMap(
      ({ given: other, needs }) => needs.map((name) => ({ name, why: `when ${other} is` })),
    ),
  ].filter(({ name }) => given[name] === undefined);
  const reported = new Set<string>();
  return wanted
    .filter(({ name }) => !reported.has(name) && reported.add(name))
    .map(({ name, why }) => ({
      name,
      message: `${name} must be set ${why}: ${aboutSetting(name).must}`,
    }));
};

const problemsForLive = (given: Environs): SettingProblem[] => {
  if (given.SITE_MODE !== "live") return [];
  const unfit = UNFIT_FOR_LIVE.flatMap(({ names, is, why }) =>
    names
      .filter((name) => given[name] && is(given[name]))
      .map((name) => ({
        name,
        message: `${name} ${why}: it must be ${aboutSetting(name).must.replace(SHOWN_EXAMPLE, "")}`,
      })),
  );
  if (!given.SITE_URL?.startsWith("http:")) return unfit;
  const message =
    "SITE_URL must begin with https:// when SITE_MODE is live: put a TLS proxy in front and set the address that it serves";
  return [{ name: "SITE_URL", message }, ...unfit];
};

/** How alike (0 to 1) an unknown name is to a setting's that was meant. */
const ALIKE = 0.85;

/** Names near one of a setting that is not given. Other programs' variables are nobody's mistake. */
const misspelt = (environment: Environs, given: Environs): SettingProblem[] =>
  Object.keys(environment).flatMap((full) => {
    const name = full.replace(/_?FILE$/, "");
    if (!environment[full] || SETTING_NAMES.includes(name as SettingName)) return [];
    const meant =
      SETTING_NAMES.find((each) => each === name.toUpperCase()) ??
      closest(name, SETTING_NAMES, ALIKE);
    if (!meant || given[meant] !== undefined) return [];
    return [{ name: full, message: `${full} is no setting: if you mean ${meant}, rename it` }];
  });

/**
 * The settings as given: an empty value counts as not set, and `NAME_FILE` names a file that contains the
 * value (as a secret of a container or of systemd does), without a line break at its end.
 */
const readGiven = (environment: Environs): { given: Environs; problems: SettingProblem[] } => {
  const given: Environs = {};
  const problems: SettingProblem[] = [];
  for (const name of SETTING_NAMES) {
    const value = environment[name] || undefined;
    const file = environment[`${name}_FILE`] || undefined;
    if (value !== undefined) given[name] = value;
    if (file === undefined) continue;
    if (value !== undefined) {
      problems.push({ name, message: `${name} and ${name}_FILE must not both be set: remove one` });
      continue;
    }
    try {
      given[name] = readFileSync(file, "utf8").replace(/\r?\n$/, "") || undefined;
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      const message = `${name}_FILE must be a file that the site may read, and ${file} is not (${reason})`;
      problems.push({ name, message });
      // The setting is given, so that it is not reported as missing too.
      given[name] = "";
    }
  }
  return { given, problems };
};

/** Those settings that are well formed, and the defaults of all others. */
const wellFormed = (given: Environs, malformed: ReadonlySet<string>): Config =>
  Settings.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !malformed.has(name))),
  );

interface CheckedConfig {
  /** Null if anything is missing or wrong. */
  config: Config | null;
  /** What can be used of it, for examining an incomplete configuration. */
  values: Config;
  problems: SettingProblem[];
  /** Variables whose names are nearly those of settings that are not given. */
  misspelt: SettingProblem[];
}

/** Reads every setting once. `problems` names all that is missing or wrong. */
export const checkConfig = (environment: Environs): CheckedConfig => {
  const { given, problems } = readGiven(environment);
  const reported = new Set(problems.map(({ name }) => name));
  const issues = Settings.safeParse(given).error?.issues ?? [];
  const malformed = new Set(issues.map(({ path }) => String(path[0])));
  for (const name of malformed) {
    if (reported.has(name)) continue;
    const message = `${name} must be ${aboutSetting(name as SettingName).must}`;
    problems.push({ name, message });
  }
  problems.push(
    ...missing(given),
    ...problemsForLive(given).filter(({ name }) => !malformed.has(name)),
  );
  const values = wellFormed(given, malformed);
  const config = problems.length === 0 ? values : null;
  return { config, values, problems, misspelt: misspelt(environment, given) };
};

/** Reads every setting once. Throws an Error with a line for each one that is missing or wrong. */
export const readConfig = (environment: Environs): Config => {
  const { config, problems, misspelt: unknown } = checkConfig(environment);
  if (!config) throw new Error([...problems, ...unknown].map(({ message }) => message).join("\n"));
  return config;
};
