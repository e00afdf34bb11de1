import { z } from "zod";

const question = z.strictObject({ business: z.string(), claimant: z.string() });
/** The question to a business behind the link of its mail. */
export type ClaimQuestion = z.output<typeof question>;

/** What the functions about businesses give as JSON. */
export const businessResults = { claim_by_link: question.nullable() };
