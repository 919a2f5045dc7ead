import { ExpectedError } from "../../lib/errors/expected-error";
import { parseJson } from "../../lib/files/read-json";

/**
 * CDK Terrain, the fork that goes on with CDKTF. Its peer range of constructs is `>=10.6.0 <10.8.0`.
 * @see https://www.npmjs.com/package/cdktn
 */
export const CDKTN_VERSION = "0.24.0";

/** The release of CDKTF that the move is proven from. */
const MOVED_FROM = "0.21.0";

interface PackageJson {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/**
 * package.json with CDK Terrain under the name `cdktf`, so that no source changes. The override lets the bindings, which
 * ask for `cdktf ^0.21`, take it.
 * @throws ExpectedError where the move would not be the one that is proven
 */
export function movedPackage(text: string): string {
  const json = parseJson(text, { name: "package.json" }) as PackageJson;
  const { cdktf, constructs = "" } = json.dependencies ?? {};
  if (cdktf === undefined) throw new ExpectedError("package.json has no dependency cdktf: there is nothing to move");
  if (cdktf.startsWith("npm:cdktn@"))
    throw new ExpectedError(`package.json has CDK Terrain already: "cdktf": "${cdktf}"`);
  if (cdktf !== MOVED_FROM)
    throw new ExpectedError(
      `the move is proven from cdktf ${MOVED_FROM}, and package.json has ${cdktf}: pin that first`,
    );
  if (!/^10\.[67]\.\d+$/.test(constructs))
    throw new ExpectedError(
      `cdktn ${CDKTN_VERSION} needs constructs >=10.6.0 <10.8.0, and package.json has ${constructs || "none"}: pin one of these`,
    );
  const old = json.overrides?.["cdktf"];
  if (old !== undefined)
    throw new ExpectedError(`package.json overrides cdktf already (${JSON.stringify(old)}): take that out first`);
  const moved = {
    ...json,
    dependencies: { ...json.dependencies, cdktf: `npm:cdktn@${CDKTN_VERSION}` },
    overrides: { ...json.overrides, cdktf: "$cdktf" },
  };
  return `${JSON.stringify(moved, null, 2)}\n`;
}
