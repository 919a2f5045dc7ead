import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExpectedError } from "../../lib/errors/expected-error";
import { lastLines, runToEnd } from "../../lib/process/run-to-end";
import { temporaryFolder } from "../../lib/process/temporary-folder";
import type { Evidence } from "../../verify/evidence";
import { statementOf } from "../../verify/statement";

/** Files that the statement speaks of. */
const SUBJECTS = ["evidence.json", "outputs.jsonl"];

/** The statement, for whoever signs it elsewhere. */
export const STATEMENT = "evidence.intoto.json";

/** The statement, signed, as cosign keeps it. */
export const BUNDLE = "evidence.sigstore.json";

/** The first one that signs statements without a transparency log by a file of settings. */
const COSIGN = "cosign 3";

/** No log, no time stamp, no authority: evidence has names of nodes, which nobody publishes. */
const NO_SERVICES = { mediaType: "application/vnd.dev.sigstore.signingconfig.v0.2+json" };

/** How evidence is signed; null where no key is given. */
export interface Signing {
  /** File of cosign, or the address of a key in a service that keeps keys: `awskms:///alias/evidence`. */
  readonly key: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Looks at program, key and password before anything runs for hours. @throws ExpectedError */
export function assertSigns({ key, env }: Signing): void {
  const { ok, isMissing, stdout, stderr, failure } = runToEnd("cosign", ["public-key", "--key", key], { env });
  if (isMissing)
    throw new ExpectedError(
      `--sign-key needs ${COSIGN} on the PATH: https://docs.sigstore.dev/cosign/system_config/installation/`,
    );
  if (ok && stdout.includes("PUBLIC KEY")) return;
  const why = wordsOf(stderr) || failure || "it printed no key";
  throw new ExpectedError(`--sign-key ${JSON.stringify(key)}: cosign cannot use it: ${why}.${aboutPassword(why, env)}`);
}

/** cosign says what went wrong twice, with a title each. */
const wordsOf = (stderr: string): string =>
  lastLines(stderr, 1).replace(/^(?:error during command execution|Error): */i, "");

/** Only where it is the password, and not the file or the service. */
function aboutPassword(why: string, { COSIGN_PASSWORD }: Signing["env"]): string {
  if (!/decrypt/i.test(why)) return "";
  return COSIGN_PASSWORD === undefined
    ? " Its password is read from COSIGN_PASSWORD, which is not set."
    : " Its password is read from COSIGN_PASSWORD: that is another one.";
}

/**
 * Writes the statement beside the evidence, and signs it. What an earlier start signed goes: it is of other files.
 * @throws ExpectedError
 */
export function attest(folder: string, evidence: Evidence, signing: Signing | null): void {
  rmSync(join(folder, BUNDLE), { force: true });
  const subjects = SUBJECTS.filter((name) => existsSync(join(folder, name))).map((name) => ({
    name,
    sha256: createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex"),
  }));
  const statement = join(folder, STATEMENT);
  writeFileSync(statement, `${JSON.stringify(statementOf(evidence, subjects), null, 2)}\n`);
  if (signing === null) return;
  const work = temporaryFolder("sign");
  try {
    const services = join(work, "services.json");
    writeFileSync(services, JSON.stringify(NO_SERVICES));
    const bundle = join(folder, BUNDLE);
    const args = ["--key", signing.key, "--statement", statement, "--bundle", bundle, "--signing-config", services];
    const { ok, stderr, failure } = runToEnd("cosign", ["attest-blob", "--yes", ...args], { env: signing.env });
    if (!ok || !existsSync(bundle)) {
      rmSync(bundle, { force: true });
      throw new ExpectedError(
        `The evidence in ${folder} is written, and not signed: ${wordsOf(stderr) || (failure ?? "cosign wrote nothing")}.`,
      );
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
