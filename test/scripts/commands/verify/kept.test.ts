import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { verifyCommand } from "../../../../scripts/commands/verify/command";
import { captured } from "../../../helpers/captured";
import { awsError, pretendedAws, type PretendedAnswers } from "../../../helpers/pretended-aws";
import { temporaryFolders } from "../../../helpers/terraform";

const temporary = temporaryFolders();

/** A node that lacks nothing, or GPUs. */
const slurm =
  (gpus: number) =>
  (...[program]: readonly string[]): Promise<string> =>
    Promise.resolve(
      program === "sinfo"
        ? "h100-0|idle|h100,gpu|none\n"
        : program === "srun"
          ? `host=h100-0\ngpus=${gpus}\ndevices=32\nhugepagesMiB=20000\nnvme=8\nmemlock=unlimited\ncpus=192\n`
          : "",
    );

interface Given {
  readonly answers?: PretendedAnswers;
  readonly gpus?: number;
  readonly more?: readonly string[];
  readonly path?: string;
  readonly root?: string;
}

async function run({ answers = {}, gpus = 8, more = [], path, root = temporary() }: Given) {
  const { context, texts } = captured(root);
  const out = join(root, "evidence");
  const aws = pretendedAws(answers);
  const args = ["research", "--only", "inventory", "--out", out, ...more];
  const env = { PATH: path ?? "/nowhere" };
  const code = await verifyCommand(args, context, { slurm: slurm(gpus), aws, env });
  const puts = aws.calls
    .filter(({ call }) => call === "S3.PutObject")
    .map(({ input }) => input as { readonly Bucket: string; readonly Key: string; readonly Body: string });
  return { code, out, root, puts, calls: aws.calls, ...texts() };
}

const STORE: PretendedAnswers = { "S3.GetObject": awsError("NoSuchKey", 404), "S3.PutObject": {} };
const body = (text: string) => ({ Body: { transformToString: () => Promise.resolve(text) } });

test("evidence is kept beside the states, the last one by its name after all else is there", async () => {
  const { code, puts, errors } = await run({ answers: STORE });
  expect(code).toBe(0);
  expect(new Set(puts.map(({ Bucket }) => Bucket)).size).toBe(1);
  const names = puts.map(({ Key }) => Key);
  expect(names.at(-1)).toBe("verify/accept-part/last.json");
  expect(
    names.filter((name) => /^verify\/accept-part\/[\dTZ.-]+\/evidence\.(?:json|md|html|intoto\.json)$/.test(name)),
  ).toHaveLength(4);
  expect(errors).toContain(`It is kept in s3://${puts[0]!.Bucket}/verify/accept-part/.`);
});

test("what is kept there is compared with, where it is newer than what is here", async () => {
  const root = temporary();
  const { puts } = await run({ answers: STORE, root });
  const last = puts
    .at(-1)!
    .Body.replace(/"finishedAt": "\d{4}/, '"finishedAt": "2099')
    .replaceAll('"value": 8', '"value": 16');
  const { printed } = await run({ answers: { ...STORE, "S3.GetObject": body(last) }, root });
  expect(printed).toMatch(/h100-0: GPUs fell by 50 % since 2099/);
});

test.each([
  ["cannot be read", { ...STORE, "S3.GetObject": awsError("AccessDenied", 403) }, /last\.json cannot be read/],
  ["is something else", { ...STORE, "S3.GetObject": body("{}") }, /last\.json is no evidence of verify/],
])("where the last evidence %s, nothing is run", async (_, answers, message) => {
  const { code, errors, out } = await run({ answers });
  expect([code, errors]).toEqual([1, expect.stringMatching(message)]);
  expect(existsSync(join(out, "evidence.json"))).toBe(false);
});

test("where it cannot be kept, it is here, and the exit code says so; what failed weighs more", async () => {
  const denied = { ...STORE, "S3.PutObject": awsError("AccessDenied", 403) };
  const { code, out, errors } = await run({ answers: denied });
  expect([code, errors]).toEqual([1, expect.stringMatching(/verify\/accept-part\/\S+ cannot be written: /)]);
  expect(existsSync(join(out, "evidence.json"))).toBe(true);
  expect((await run({ answers: denied, gpus: 7 })).code).toBe(2);
});

test("--no-upload asks nobody", async () => expect((await run({ more: ["--no-upload"] })).calls).toEqual([]));

test("a statement names the files by their digests, and what was found", async () => {
  const { out } = await run({ answers: STORE, gpus: 7 });
  const statement = JSON.parse(readFileSync(join(out, "evidence.intoto.json"), "utf8")) as Record<string, unknown>;
  const digest = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(out, name)))
      .digest("hex");
  expect(statement).toMatchObject({
    _type: "https://in-toto.io/Statement/v1",
    subject: ["evidence.json", "outputs.jsonl"].map((name) => ({ name, digest: { sha256: digest(name) } })),
    predicateType: "https://in-toto.io/attestation/test-result/v0.1",
    predicate: {
      result: "FAILED",
      failedTests: ["inventory h100-0"],
      passedTests: [],
      // who asks for a pass of the suite does not get one of a check on a node
      configuration: [
        {
          annotations: {
            suite: "part of accept",
            part: ["inventory"],
            notProved: ["Config asks for 16 nodes of h100; known here are 1."],
          },
        },
      ],
    },
  });
});

/** A program in the place of cosign, that writes down how it was called. */
function cosign(script: string): string {
  const folder = temporary();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "cosign");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return `${folder}:${process.env["PATH"]}`;
}
const WHOLE = `case "$1" in
  public-key) echo "-----BEGIN PUBLIC KEY-----" ;;
  attest-blob) while [ "$1" ]; do [ "$1" = --bundle ] && echo "{}" >"$2"; shift; done ;;
esac`;
const KEY = ["--sign-key", "awskms:///alias/evidence"];

test("with a key the statement is signed, and kept", async () => {
  const { code, out, puts } = await run({ answers: STORE, more: KEY, path: cosign(WHOLE) });
  expect(code).toBe(0);
  expect(existsSync(join(out, "evidence.sigstore.json"))).toBe(true);
  expect(puts.some(({ Key }) => Key.endsWith("/evidence.sigstore.json"))).toBe(true);
});

test.each([
  ["is not there", () => "/nowhere", /needs cosign 3 on the PATH/],
  [
    "does not take the key",
    () => cosign("echo 'decrypt: wrong password' >&2; exit 1"),
    /wrong password\. Its password is read from COSIGN_PASSWORD, which is not set\./,
  ],
])("where cosign %s, nothing is run", async (_, path, message) => {
  const { code, errors, out } = await run({ answers: STORE, more: KEY, path: path() });
  expect([code, errors]).toEqual([1, expect.stringMatching(message)]);
  expect(existsSync(out)).toBe(false);
});

test("a signature of an earlier start does not stay beside other evidence", async () => {
  const { root, out } = await run({ answers: STORE, more: KEY, path: cosign(WHOLE) });
  const failing = cosign('[ "$1" = public-key ] && echo "PUBLIC KEY" && exit 0; echo "no such key" >&2; exit 1');
  const { code, errors } = await run({ answers: STORE, more: KEY, path: failing, root });
  expect([code, errors]).toEqual([1, expect.stringMatching(/is written, and not signed: no such key/)]);
  expect(existsSync(join(out, "evidence.sigstore.json"))).toBe(false);
});
