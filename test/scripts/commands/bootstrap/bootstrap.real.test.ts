import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bootstrap } from "../../../../scripts/commands/bootstrap/bootstrap";
import { sample } from "../../../helpers/environment";
import { temporaryFolders, testWithTerraform } from "../../../helpers/terraform";
import { Account } from "./bootstrapped";

const folder = temporaryFolders();
const ci = { kind: "github", repository: "acme/cluster" };
const { env } = sample({ ci });
const { env: plain } = sample();
const other = (change: object) => sample({ name: "other", ...change }).env;
const otherCreating = other({ ci });
const otherExisting = other({ ci: { ...ci, provider: "existing" } });
const otherPlain = other({});

let account: Account | undefined;
const open = () => (account = new Account(folder(), env));
afterEach(() => account?.close());

const count = (type: string) => account!.cloud.all(type).length;

/** Bucket, key and the OIDC provider are protected. */
const ENTRIES = 3;

testWithTerraform("is made once: again, and from a clone without the state, nothing is made twice", async () => {
  const first = await open().run(env);
  expect(first).toMatchObject({
    outcome: "applied",
    imported: [],
    stateBucket: "sample-tfstate-111122223333-us-east-1",
    roles: { plan: "arn:aws:iam::111122223333:role/sample-ci-plan" },
    changes: { update: 0, replace: 0, delete: 0 },
  });
  expect(first.changes.create).toBeGreaterThan(20);
  const made = account!.cloud.owned().length;

  account!.asked.length = 0;
  expect(await account!.run(env)).toMatchObject({ outcome: "unchanged", imported: [], printed: "" });
  // a state that has everything leaves nothing to look for
  expect(account!.asked).toEqual([]);

  const clone = await account!.run(env, { clone: "two" });
  // entries in the list of what the stack protects are in the state only
  expect(clone).toMatchObject({ outcome: "applied", changes: { create: ENTRIES, update: 0, replace: 0, delete: 0 } });
  expect(clone.printed).toContain("is not there: looking for what the account has already");
  expect(clone.printed).toContain("imports aws_s3_bucket.state: sample-tfstate-111122223333-us-east-1");
  expect(clone.imported).toHaveLength(first.changes.create - ENTRIES);
  expect(account!.cloud.owned()).toHaveLength(made);
  expect(count("aws_s3_bucket")).toBe(1);
  expect(readdirSync(join(account!.folder, "two/cdktf.out/stacks/sample-bootstrap"))).not.toContain(
    "railyard-imports.tf.json",
  );
});

testWithTerraform("a run that was stopped half-way is taken up, with the state or without it", async () => {
  const bucket = "sample-tfstate-111122223333-us-east-1";
  open().standIn.inject({
    kind: "api-error",
    address: "aws_s3_bucket.state",
    type: "aws_s3_bucket",
    deletes: false,
    known: { bucket },
  });
  await expect(account!.run(env)).rejects.toThrow(/terraform apply failed[^]*creating aws_s3_bucket/);
  expect([count("aws_kms_key"), count("aws_s3_bucket")]).toEqual([1, 0]);
  rmSync(join(account!.folder, "one/state"), { recursive: true, force: true });
  const result = await account!.run(env);
  expect(result.outcome).toBe("applied");
  expect(result.imported.map(({ address }) => address)).toContain("aws_kms_key.state_key");
  expect([count("aws_kms_key"), count("aws_iam_role"), count("aws_s3_bucket")]).toEqual([1, 2, 1]);
});

testWithTerraform(
  "a dry run and a no change nothing, and tell the plan; what is only taken to be there is made",
  async () => {
    // of an earlier bootstrap stack, and not yet gone
    open().pendingKeys.push("arn:aws:kms:us-east-1:111122223333:key/pending");
    const dry = await account!.run(plain, { dryRun: true });
    expect(dry.outcome).toBe("planned");
    expect(dry.printed).toMatch(/sample-bootstrap: \d+ to create\n {2}\+ aws_kms_alias\.state_key_alias/);
    expect((await account!.run(plain, { confirm: () => Promise.resolve(false) })).outcome).toBe("declined");
    expect(account!.cloud.owned()).toEqual([]);
    expect(existsSync(join(account!.folder, "one/state/sample-bootstrap.tfstate"))).toBe(false);

    expect(await account!.run(plain)).toMatchObject({ outcome: "applied", imported: [] });
    const [alias] = account!.cloud.all("aws_kms_alias");
    account!.cloud.remove("aws_kms_alias", alias!.id);
    const clone = await account!.run(plain, { clone: "two" });
    // beside it the entries of bucket and key
    expect(clone).toMatchObject({ outcome: "applied", changes: { create: 1 + 2 } });
    expect(clone.imported.map(({ address }) => address)).toContain("aws_kms_key.state_key");
    expect(clone.imported.map(({ address }) => address)).not.toContain("aws_kms_alias.state_key_alias");
    expect([count("aws_kms_alias"), count("aws_kms_key")]).toEqual([1, 1]);
  },
);

testWithTerraform(
  "of two environments in an account, the second one takes the provider of the first; roles are not deleted",
  async () => {
    await open().run(env);
    await expect(account!.run(otherCreating)).rejects.toThrow(
      'has GitHub\'s OIDC provider already, made by sample. Write ci: { provider: "existing" } in other.',
    );
    expect(await account!.run(otherExisting)).toMatchObject({ outcome: "applied" });
    expect([count("aws_iam_openid_connect_provider"), count("aws_iam_role")]).toEqual([1, 4]);

    const made = account!.cloud.owned().length;
    await expect(account!.run(otherPlain)).rejects.toThrow(
      /^other-bootstrap: this would delete or replace aws_iam_policy\..*nothing was changed[^]*npm run cdktf -- deploy other-bootstrap/,
    );
    expect(account!.cloud.owned()).toHaveLength(made);
  },
);

test("fails where the state is not in a bucket, and asks nobody", async () => {
  const { env: local } = sample({ state: { kind: "local" } });
  await expect(bootstrap({ environment: local, synthFolder: "none" } as never)).rejects.toThrow(
    'sample keeps its state in files, so there is no bucket to make. For a bucket, write state: { kind: "s3" }.',
  );
});
