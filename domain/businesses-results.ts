import { z } from "zod";

const question = z.strictObject({ business: z.string(), claimant: z.string() });
/** What a business is asked by the link of its mail. */
export type ClaimQuestion = z.output<typeof question>;

/** What the functions about businesses give as JSON. */
export const businessResults = { claim_by_link: question.nullable() };
