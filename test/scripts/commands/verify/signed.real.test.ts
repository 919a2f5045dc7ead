import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
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
const checked = (folder: string, file: string) =>
  spawnSync(
    "cosign",
    [
      "verify-blob-attestation",
      "--key",
      "cosign.pub",
      "--bundle",
      BUNDLE,
      "--insecure-ignore-tlog",
      "--type",
      PREDICATE,
      file,
    ],
    { cwd: folder, encoding: "utf8" },
  );

(HAS_COSIGN ? test : test.skip)("what cosign signs it finds true, and a byte more it does not", () => {
  const { folder, signing } = given();
  assertSigns(signing);
  attest(folder, EVIDENCE, signing);
  expect(checked(folder, "evidence.json")).toMatchObject({ status: 0 });
  expect(checked(folder, "outputs.jsonl")).toMatchObject({ status: 0 });
  writeFileSync(join(folder, "evidence.json"), `${readFileSync(join(folder, "evidence.json"), "utf8")} `);
  expect(checked(folder, "evidence.json").status).not.toBe(0);
  const bundle = readFileSync(join(folder, BUNDLE), "utf8");
  expect(bundle).not.toContain("not-in-any-log");
});

(HAS_COSIGN ? test : test.skip)("another password and another key are refused before anything runs", () => {
  const { folder, signing } = given();
  expect(() => assertSigns({ ...signing, env: { ...signing.env, COSIGN_PASSWORD: "wrong" } })).toThrow(
    /cosign cannot use it/,
  );
  expect(() => assertSigns({ ...signing, key: join(folder, "nothing.key") })).toThrow(/cosign cannot use it/);
});
