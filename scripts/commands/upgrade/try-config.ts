import { join } from "node:path";
import type { loadEnvironments as LoadEnvironments } from "../../../config";
import { environmentFolder } from "../../lib/environments/environment-folder";
import type { ConfigError as ConfigErrorClass } from "../../../config/kernel/issues";
import type { Problem } from "./write";

// A program: loads all environments of a copy of the config, as of a moment, and prints as JSON what is wrong with them.
// Errors are told by their name: the copy has classes of its own.
const [folder = "", now = ""] = process.argv.slice(2);

process.stdout.write(JSON.stringify(problems()));

function problems(): Problem[] {
  /* eslint-disable @typescript-eslint/no-require-imports -- the folder is only known now */
  const { loadEnvironments } = require(join(folder, "config")) as { loadEnvironments: typeof LoadEnvironments };
  const { ENVIRONMENTS } = require(join(folder, "config/environments")) as {
    ENVIRONMENTS: Record<string, () => unknown>;
  };
  /* eslint-enable @typescript-eslint/no-require-imports */
  try {
    loadEnvironments(ENVIRONMENTS, [], new Date(now), environmentFolder(join(folder, "config/environments")));
    return [];
  } catch (error) {
    const { environments } = error as Partial<ConfigErrorClass>;
    if (environments === undefined) throw error;
    return environments.flatMap(({ environment, issues }) =>
      issues.map(({ path, message, hint }) => ({ environment, path: path.join("."), message, hint: hint ?? "" })),
    );
  }
}
