import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attest, assertSigns, BUNDLE } from "../../../../scripts/commands/verify/sign";
import type { Evidence } from "../../../../scripts/verify/evidence";
import { PREDICATE } from "../../../../scripts/verify/statement";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();
const HAS_COSIGN = spawnSync("cosign", ["version"]).status === 0;

const EVIDENCE: Evidence = {
  format: 1,
  environment: "research",
  suite: "accept",
  configHash: "0123456789ab",
  program: "railyard",
  startedAt: "2026-11-01T00:00:00.000Z",
  finishedAt: "2026-11-01T01:00:00.000Z",
  part: null,
  outcome: "passed",
  checks: [],
  pools: [],
  seen: [],
  slower: [],
};

/** A key of cosign, and a folder with evidence. */
function given() {
  const folder = temporary();
  const env = { ...process.env, COSIGN_PASSWORD: "not-in-any-log" };
  execFileSync("cosign", ["generate-key-pair", "--output-key-prefix", join(folder, "cosign")], { env, stdio: "pipe" });
  for (const name of ["evidence.json", "outputs.jsonl"]) writeFileSync(join(folder, name), JSON.stringify(EVIDENCE));
  return { folder, signing: { key: join(folder, "cosign.key"), env } };
}

/** As docs/verify.md says it. */
const checked = (folder: string, file: string, { key = "cosign.pub", type = PREDICATE } = {}) =>
  spawnSync(
    "cosign",
    ["verify-blob-attestation", "--key", key, "--bundle", BUNDLE, "--insecure-ignore-tlog", "--type", type, file],
    { cwd: folder, encoding: "utf8" },
  ).status === 0;

const real = HAS_COSIGN ? test : test.skip;

real("what cosign signs it finds true; another file, key, type or statement it does not", () => {
  const { folder, signing } = given();
  assertSigns(signing);
  attest(folder, EVIDENCE, signing);
  expect(checked(folder, "evidence.json")).toBe(true);
  expect(checked(folder, "outputs.jsonl")).toBe(true);
  expect(checked(folder, "evidence.json", { type: "https://slsa.dev/provenance/v1" })).toBe(false);
  copyFileSync(join(given().folder, "cosign.pub"), join(folder, "other.pub"));
  expect(checked(folder, "evidence.json", { key: "other.pub" })).toBe(false);

  const bundle = readFileSync(join(folder, BUNDLE), "utf8");
  expect(bundle).not.toContain("not-in-any-log");
  const { dsseEnvelope } = JSON.parse(bundle) as { dsseEnvelope: { payload: string } };
  const statement = Buffer.from(dsseEnvelope.payload, "base64").toString();
  expect(statement).toContain('"PASSED"');
  const failed = Buffer.from(statement.replace('"PASSED"', '"FAILED"')).toString("base64");
  writeFileSync(join(folder, BUNDLE), bundle.replace(dsseEnvelope.payload, failed));
  expect(checked(folder, "evidence.json")).toBe(false);

  writeFileSync(join(folder, BUNDLE), bundle);
  writeFileSync(join(folder, "evidence.json"), `${readFileSync(join(folder, "evidence.json"), "utf8")} `);
  expect(checked(folder, "evidence.json")).toBe(false);
});

real("a key that cannot be used is refused before anything runs, with what cosign says of it", () => {
  const { folder, signing } = given();
  const { COSIGN_PASSWORD: _, ...none } = signing.env;
  const place = join(folder, "cosign.key");
  for (const [key, env, why] of [
    [place, { ...none, COSIGN_PASSWORD: "wrong" }, /use it: decrypt: .* failed\. .*: that is another one\.$/],
    [place, none, /use it: decrypt: .* failed\. .*, which is not set\.$/],
    [join(folder, "nothing.key"), signing.env, /use it: open .*nothing\.key: no such file or directory\.$/],
    [join(folder, "cosign.pub"), signing.env, /use it: unsupported pem type: PUBLIC KEY\.$/],
    ["--help", signing.env, /use it: open --help: no such file or directory\.$/],
  ] as const)
    expect(() => assertSigns({ key, env })).toThrow(why);
});
