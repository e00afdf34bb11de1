import { json } from "#backend/core/http/http.ts";
import type { Endpoint } from "./context.ts";

/** GET /health: alive, with the name that GoTrue's clients expect. */
export const health: Endpoint = async () =>
  json({ name: "GoTrue", description: "GoTrue is a user registration and authentication API" });
