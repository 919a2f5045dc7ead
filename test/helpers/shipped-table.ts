import type { EnvironmentTable } from "../../config";
import dev from "../../config/environments/dev";
import ethernet from "../../config/environments/ethernet";
import frontier from "../../config/environments/frontier";
import hybrid from "../../config/environments/hybrid";
import iron from "../../config/environments/iron";
import research from "../../config/environments/research";
import ultra from "../../config/environments/ultra";

/**
 * What tests have in place of `config/environments/index.ts` (see jest.config.js): the environments that are shipped, whatever
 * a user has added. Those of a user are checked by `npm run synth`.
 */
export const ENVIRONMENTS: EnvironmentTable = {
  dev: () => dev,
  research: () => research,
  frontier: () => frontier,
  hybrid: () => hybrid,
  iron: () => iron,
  ethernet: () => ethernet,
  ultra: () => ultra,
};
