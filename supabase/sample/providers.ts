import { cleaning } from "./providers/cleaning.ts";
import { digital } from "./providers/digital.ts";
import { learning } from "./providers/learning.ts";
import { occasions } from "./providers/occasions.ts";
import { outdoors } from "./providers/outdoors.ts";
import { trades } from "./providers/trades.ts";
import { vehicles } from "./providers/vehicles.ts";
import { wellbeing } from "./providers/wellbeing.ts";
import type { SampleProvider } from "./shape.ts";

/** Everybody who offers something, in a fixed order that numbers and colours are dealt out by. */
export const providers: readonly SampleProvider[] = [
  ...vehicles,
  ...cleaning,
  ...trades,
  ...learning,
  ...occasions,
  ...wellbeing,
  ...outdoors,
  ...digital,
];
