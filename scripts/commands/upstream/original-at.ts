import { ExpectedError } from "../../lib/errors/expected-error";
import { ends, IN_WORDS, inRef, type RefProps } from "../../lib/git/ref-tree";

/** An environment as it was written as of a commit. */
export interface OriginalAt {
  readonly commit: string;
  /** What it says, its own originals merged in. */
  readonly input: unknown;
}

/** Between it and the end of the line stands the JSON: whatever else the program prints is not ours. */
const MARK = "railyard-environment:";

/** Runs in the commit's own tree. Neither rules nor the clock matter: an environment that has ended can be compared. */
const PROGRAM = `${IN_WORDS}
  const { existsSync } = require("node:fs");
  const { mergeExtends } = require(existsSync("config/extends.ts") ? "./config/extends" : "./config/kernel/extends");
  const { ENVIRONMENTS } = require("./config/environments");
  const name = process.env.RAILYARD_ENVIRONMENT;
  const input = Object.hasOwn(ENVIRONMENTS, name) ? mergeExtends(ENVIRONMENTS[name]()).input : null;
  process.stdout.write("${MARK}" + JSON.stringify({ input }) + "\\n");
`;

/** An original as it was at a commit, read by the program of that commit. */
export function originalAt(name: string, props: RefProps): Promise<OriginalAt> {
  return inRef(props, async ({ commit, node }) => {
    const done = await node(["--eval", PROGRAM, "ref"], { RAILYARD_ENVIRONMENT: name });
    const line = done.stdout.split("\n").find((each) => each.startsWith(MARK));
    if (done.code !== 0 || line === undefined)
      throw new ExpectedError(
        `${props.ref}: ${name} cannot be loaded as of then:\n${ends(done)}\nName a later commit by --since.`,
      );
    const { input } = JSON.parse(line.slice(MARK.length)) as { input: unknown };
    if (input === null)
      throw new ExpectedError(`${props.ref}: there was no environment ${name} then. Name a later commit by --since.`);
    return { commit, input };
  });
}
