import { isDeepStrictEqual } from "node:util";
import { loadEnvironments, type LoadedEnvironment } from "../../../config";
import { secretPlaces } from "../../../config/kernel/secret-values";
import { pathText } from "../../../config/kernel/issues";
import { ExpectedError } from "../../lib/errors/expected-error";
import { asJson } from "../../lib/files/read-json";
import { commentsOf } from "./comments";
import { exportsOf, wholeText } from "../../lib/environments/environment-text";
import { followedBy, mergedInput, ownText, type Workplace } from "../../lib/environments/workplace";
import { environmentPath } from "../../lib/environments/environment-path";

export interface Whole {
  /** What it followed, from the original to the root of the chain. */
  readonly followed: readonly string[];
  readonly text: string;
  /** Text of the file until now. */
  readonly before: string;
  /** Comments that the file has had. */
  readonly comments: readonly string[];
}

/** The file of an environment without its original, checked to say the same. Nothing is written. */
export function makeWhole(place: Workplace, name: string, now: Date): Whole {
  const { table, beside, folder } = place;
  const load = (environments: Workplace["table"]) => loadEnvironments(environments, [name], now, beside)[0]!;
  const following = load(table);
  const { written, chain } = followedBy(place, name);
  const before = ownText(place, name);
  const input = mergedInput(written) as Readonly<Record<string, unknown>>;
  refuseSecrets(input, name);
  const text = wholeText(input);
  const actual = exportsOf(text, folder, `${name}.ts`).default;
  const whole = load({ ...table, [name]: () => actual });
  if (!isDeepStrictEqual(compared(whole), compared(following)))
    throw new ExpectedError(
      `${environmentPath(name)} cannot be written out: what it says does not make the same environment. Nothing was written.`,
    );
  return { followed: chain, text, before, comments: commentsOf(before) };
}

/** All but functions, and who wrote which value. */
function compared({ config, resolved: { names: _names, origins: _origins, ...resolved } }: LoadedEnvironment): unknown {
  return asJson({ config, resolved });
}

/** The rules that find secrets can be silenced: two copies of one are worse still. */
function refuseSecrets(input: unknown, name: string): void {
  const found = [...secretPlaces(input, [])].map(({ path, kind }) => `${pathText(path)} looks like ${kind}`);
  if (found.length)
    throw new ExpectedError(
      `${name} would hold a copy of a secret: ${found.join("; ")}. Take it out of config first. Nothing was written.`,
    );
}
