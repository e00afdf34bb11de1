import { useState } from "react";
import { Breadcrumb } from "#web/ui/breadcrumb.tsx";
import { Button } from "#web/ui/button.tsx";
import { Container } from "#web/ui/container.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Controls } from "./controls.tsx";
import { Figures } from "./figures.tsx";
import { FormExample } from "./form-example.tsx";
import { Buttons, Colours, Motion, Text } from "./foundations.tsx";
import { Layouts } from "./layouts.tsx";
import { Overlays } from "./overlays.tsx";
import { Rows } from "./rows.tsx";
import { States } from "./states.tsx";

const THEMES = { system: undefined, light: "light", dark: "dark" } as const;

/** /styleguide: every part of the design system, made of the components that the site uses. */
export const StyleguideScreen = () => {
  const [theme, setTheme] = useState<keyof typeof THEMES>("system");
  return (
    <div data-theme={THEMES[theme]} className="bg-paper text-ink">
      <Container className="pb-16">
        <PageHeader
          title="Styleguide"
          lead="Every part of the design system, with the rule for its use. This header has the work size: 28 px on a phone, 34 px on a desktop."
          breadcrumb={<Breadcrumb trail={[{ label: "Home", to: "/" }, { label: "Styleguide" }]} />}
          actions={Object.keys(THEMES).map((name) => (
            <Button
              key={name}
              variant={name === theme ? "solid" : "outline"}
              aria-pressed={name === theme}
              className="capitalize"
              onClick={() => setTheme(name as keyof typeof THEMES)}
            >
              {name}
            </Button>
          ))}
        />
        <Text />
        <Colours />
        <Motion />
        <Buttons />
        <Layouts />
        <Rows />
        <Controls />
        <FormExample />
        <Overlays />
        <Figures />
        <States />
      </Container>
    </div>
  );
};
