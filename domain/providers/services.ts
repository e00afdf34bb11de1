import { z } from "zod";
import { LIMITS } from "#domain/values/limits.ts";
import { requiredText, shortText } from "#domain/values/texts.ts";

export const serviceSchema = z.object({
  title: requiredText("Please enter a service", LIMITS.services.title),
  description: shortText(LIMITS.services.description),
  price: shortText(LIMITS.services.price_text),
  unit: z.string(),
  category: z.string(),
});

export type ServiceValues = z.output<typeof serviceSchema>;
