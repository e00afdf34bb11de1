import { Container } from "#web/ui/container.tsx";
import { Controls } from "./controls.tsx";
import { FormExample } from "./form-example.tsx";
import { Buttons, Text } from "./foundations.tsx";
import { Overlays } from "./overlays.tsx";
import { Showing } from "./showing.tsx";

/** Every component of the design system in its states, light and dark side by side. */
export const StyleguideScreen = () => (
  <div className="grid lg:grid-cols-2">
    {(["light", "dark"] as const).map((theme) => (
      <div key={theme} data-theme={theme} className="min-w-0 bg-paper">
        <Container className="py-10">
          <h2 className="mb-8 text-3xl capitalize">{theme}</h2>
          <Text />
          <Buttons />
          <Controls />
          <FormExample />
          <Overlays />
          <Showing />
        </Container>
      </div>
    ))}
  </div>
);
