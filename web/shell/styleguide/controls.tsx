import Search from "lucide-react/icons/search";
import { useState } from "react";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { RangeSlider } from "#web/ui/range-slider.tsx";
import { Select } from "#web/ui/select.tsx";
import { StarsInput } from "#web/ui/stars-input.tsx";
import { Suggest } from "#web/ui/suggest.tsx";
import { Switch, Toggle } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { Part } from "./part.tsx";

const TOWNS = ["Aberdeen", "Bath", "Cardiff", "Derry", "Exeter", "Leeds", "York"];

const FLAVOURS = [
  { value: "monthly", label: "Monthly Plan", hint: "Cancel any time", aside: "£9" },
  { value: "yearly", label: "Annual Plan", hint: "Two months free", aside: "£90" },
] as const;

export const Controls = () => {
  const [text, setText] = useState("");
  const [plan, setPlan] = useState<"monthly" | "yearly">("yearly");
  const [budget, setBudget] = useState<[number, number]>([500, 2500]);
  const [on, setOn] = useState(true);
  const [stars, setStars] = useState(0);
  const matches = TOWNS.filter((town) => text && town.toLowerCase().includes(text.toLowerCase()));
  return (
    <Part
      name="Field, Input, Textarea, Select, PasswordInput, Suggest, Checkbox, Switch, RadioCards, StarsInput, RangeSlider"
      rule="Label above, hint below it, error in its place. Say which fields are optional."
    >
      <Field label="Business name" hint="As your customers know it">
        <Input placeholder="Green & Sons" />
      </Field>
      <Field label="Email" error="Invalid email address">
        <Input type="email" defaultValue="ada@" />
      </Field>
      <Field label="Search" optional>
        <Input icon={<Search />} placeholder="Search categories..." />
      </Field>
      <Field label="Price">
        <Input prefix="£" inputMode="decimal" defaultValue="250" />
      </Field>
      <Field label="Disabled">
        <Input disabled defaultValue="Cannot be changed" />
      </Field>
      <Field label="About you" aside={<span className="text-sm text-ink-soft">0 of 500</span>}>
        <Textarea placeholder="What do you do best?" />
      </Field>
      <Field label="Category">
        <Select defaultValue="">
          <option value="">All Categories</option>
          <option>Gardening and Outdoors</option>
        </Select>
      </Field>
      <Field label="Password">
        <PasswordInput defaultValue="correct horse" meter />
      </Field>
      <Field label="Town" hint="Free text, with suggestions">
        <Suggest
          value={text}
          onChange={setText}
          suggestions={matches}
          itemText={(town) => town}
          itemKey={(town) => town}
        />
      </Field>
      <Checkbox label="I agree to the terms" hint="You can read them first" defaultChecked />
      <Checkbox label="Send me news" />
      <Switch label="Job alerts" hint="By email, once a day" checked={on} onChange={setOn} />
      <Switch label="Security alerts" checked onChange={() => undefined} disabled />
      <div className="flex items-center justify-between">
        <span id="toggle-alone">A switch beside what names it</span>
        <Toggle checked={on} onCheckedChange={setOn} aria-labelledby="toggle-alone" />
      </div>
      <Field group label="Plan">
        <RadioCards value={plan} onChange={setPlan} options={FLAVOURS} columns={2} />
      </Field>
      <Field group label="Your rating" error="Choose a rating">
        <StarsInput value={stars} onChange={setStars} />
      </Field>
      <RangeSlider
        label="Budget"
        min={0}
        max={5000}
        step={50}
        value={budget}
        onChange={setBudget}
        format={(pounds) => `£${pounds.toLocaleString("en-GB")}`}
      />
    </Part>
  );
};
