import type { EnvironmentTable } from "../index";

/* eslint-disable @typescript-eslint/no-require-imports -- loaded one by one, so that a broken file only stops its own environment */

/** Every environment: the name of its file, and how to load it. Adding one is a file and a row. */
export const ENVIRONMENTS: EnvironmentTable = {
  dev: () => require("./dev").default,
  research: () => require("./research").default,
  frontier: () => require("./frontier").default,
  hybrid: () => require("./hybrid").default,
  iron: () => require("./iron").default,
  ethernet: () => require("./ethernet").default,
  ultra: () => require("./ultra").default,
};
