import { afterAll } from "vitest";
import { closeLeftOpen } from "#backend/tests/left-open.ts";

// Hooks of a setup file run after those of the test file.
afterAll(closeLeftOpen);
