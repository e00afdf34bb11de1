import { DEFAULT_HOME_TEXTS } from "#domain/site/home-texts.ts";
import { INPUT_LIMITS } from "#domain/values/limits.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import type { SiteSettings } from "./queries.ts";
import { SettingPart } from "./section.tsx";

const textIn = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

const LINES = [
  ["headline", "Headline"],
  ["solved", "Last step"],
  ["join", "Button for professionals"],
  ["tagline", "Line in the footer"],
] as const;

/** The brand's own texts on the home page and in the footer. */
export const HomePart = ({ setting }: { setting: SiteSettings["settings"]["home_texts"] }) => {
  const texts = setting.value ?? DEFAULT_HOME_TEXTS;
  return (
    <SettingPart
      title="Home page"
      value={texts.headline}
      lead="Texts of the home page and the footer."
      name="home_texts"
      setting={setting}
      read={(data) => ({
        ...Object.fromEntries(LINES.map(([name]) => [name, textIn(data, name)])),
        examples: data.get("examples") !== null,
        quotes: texts.quotes.map((_, at) => ({
          words: textIn(data, `words ${at}`),
          who: textIn(data, `who ${at}`),
        })),
      })}
    >
      {LINES.map(([name, label]) => (
        <Field key={name} label={label}>
          <Input
            name={name}
            required
            maxLength={INPUT_LIMITS.home_line}
            defaultValue={texts[name]}
          />
        </Field>
      ))}
      <Checkbox
        name="examples"
        label="Show the examples of feedback"
        defaultChecked={texts.examples}
      />
      {texts.quotes.map(({ words, who }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the three are only known by their place
        <div key={at} className="grid gap-5 sm:grid-cols-[2fr_1fr]">
          <Field label={`Example ${at + 1}`}>
            <Input
              name={`words ${at}`}
              required
              maxLength={INPUT_LIMITS.home_quote}
              defaultValue={words}
            />
          </Field>
          <Field label={`Who wrote example ${at + 1}`}>
            <Input
              name={`who ${at}`}
              required
              maxLength={INPUT_LIMITS.home_line}
              defaultValue={who}
            />
          </Field>
        </div>
      ))}
    </SettingPart>
  );
};
