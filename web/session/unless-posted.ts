import type { ShouldRevalidateFunctionArgs } from "react-router";

/** For routes whose form changes nothing that the page shows: without a connection the page remains. */
export const unlessPosted = ({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => formMethod !== "POST" && defaultShouldRevalidate;
