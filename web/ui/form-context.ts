import { createContext } from "react";

type Wiring = { prefix: string; submitting: boolean };
/** What a form shares with its fields and its button. */
export const FormContext = createContext<Wiring>({ prefix: "", submitting: false });

/** The id of a field's control. */
export const fieldId = (prefix: string, name: string) => `${prefix}-${name.replaceAll(".", "-")}`;
