import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DeleteObjectCommand, GetBucketVersioningCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { KubernetesEnvironment } from "../../../../config/sites/kubernetes/environment";
import { assertLockHolds } from "../../../../scripts/lib/terraform/lock-holds";
import { recordedObjects } from "../../../../scripts/lib/terraform/recorded-states";
import { stateAccess } from "../../../../scripts/lib/terraform/state-access";
import { stateBucketCommands } from "../../../../scripts/lib/terraform/state-bucket";
import { ACCOUNT_CHECKS } from "../../../../scripts/commands/doctor/account";
import { clusterSample } from "../../../helpers/cluster";
import { describeWithMoto } from "../../../helpers/moto";
import { synthStacks } from "../../../helpers/stacks";
import { TERRAFORM, temporaryFolders, testWithTerraform } from "../../../helpers/terraform";
import { look } from "../../commands/doctor/context";

const folder = temporaryFolders();
const BUCKET = "railyard-state";

describeWithMoto("states in a store that is not AWS's", (moto) => {
  /** An environment whose states are in the store, which only its config names. */
  function inStore(): { env: KubernetesEnvironment; shell: Record<string, string> } {
    const { AWS_ENDPOINT_URL: url = "", ...keys } = moto().env;
    delete process.env["AWS_ENDPOINT_URL"];
    // a name has hosts of buckets, an address has none: only the path of a request can have the bucket
    const endpoint = url.replace("127.0.0.1", "localhost");
    const { env } = clusterSample({ state: { kind: "s3-compatible", endpoint, bucket: BUCKET } });
    return { env, shell: { ...keys, PATH: process.env["PATH"] ?? "", NO_PROXY: "localhost" } };
  }

  function makeBucket({ state }: KubernetesEnvironment, shell: Record<string, string>): void {
    if (state.kind === "local") throw new Error("no bucket");
    for (const command of stateBucketCommands(state)) {
      const { status, stderr } = spawnSync("sh", ["-c", command], { env: shell, encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
    }
  }

  const seen = async (env: KubernetesEnvironment) =>
    look(ACCOUNT_CHECKS, "account/state", { aws: stateAccess(env, process.env), environment: env });

  test("the bucket is missing until the commands that bootstrap tells have made it, with versions", async () => {
    const { env, shell } = inStore();
    expect(await seen(env)).toMatchObject({
      verdict: "missing",
      fix: expect.stringContaining("npx railyard bootstrap sample"),
    });
    makeBucket(env, shell);
    const { endpoint } = env.state as { endpoint: string };
    expect(await seen(env)).toEqual({ verdict: "ok", found: `${BUCKET} at ${endpoint}` });
    const client = stateAccess(env, process.env).client(S3Client);
    expect(await client.send(new GetBucketVersioningCommand({ Bucket: BUCKET }))).toMatchObject({ Status: "Enabled" });
  });

  testWithTerraform(
    "Terraform writes a state there by the backend of the stacks, and it is read from there",
    async () => {
      const { env, shell } = inStore();
      makeBucket(env, shell);
      const { terraform } = synthStacks(env)["crds"]!;
      const at = folder();
      const stack = {
        terraform: { backend: terraform.backend },
        resource: { terraform_data: { one: { input: "kept" } } },
      };
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, "cdk.tf.json"), JSON.stringify(stack));
      const run = (...args: string[]) =>
        spawnSync(TERRAFORM.program, [...args, "-no-color"], {
          cwd: at,
          env: { ...shell, CHECKPOINT_DISABLE: "1" },
          encoding: "utf8",
        });
      const aws = stateAccess(env, process.env);
      await assertLockHolds(env, aws);
      const recorded = () => recordedObjects("crds", { environment: env, aws, root: at });
      expect(await recorded()).toBeNull();
      for (const args of [["init"], ["apply", "-auto-approve"]])
        expect(run(...args)).toMatchObject({ status: 0, stderr: "" });
      expect(await recorded()).toEqual([expect.objectContaining({ input: { type: "string", value: "kept" } })]);

      // somebody else is at work: the object beside the state is the lock
      const lock = { Bucket: BUCKET, Key: "sample/crds.tfstate.tflock" };
      const client = aws.client(S3Client);
      await client.send(new PutObjectCommand({ ...lock, Body: '{"ID":"1","Who":"ann"}' }));
      const held = run("apply", "-auto-approve");
      expect([held.status, held.stderr]).toEqual([1, expect.stringContaining("Error acquiring the state lock")]);
      await client.send(new DeleteObjectCommand(lock));

      expect(run("destroy", "-auto-approve")).toMatchObject({ status: 0, stderr: "" });
      expect(await recorded()).toEqual([]);
    },
  );
});
