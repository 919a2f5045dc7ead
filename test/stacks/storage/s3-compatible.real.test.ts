import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clusterSample } from "../../helpers/cluster";
import { describeWithMoto } from "../../helpers/moto";
import { releases, valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

/** What a pod of the environment reads of its store. */
function filesOf(endpoint: string, mountPath: string): Record<string, string> {
  const { env } = clusterSample({
    storage: {
      store: { kind: "s3-compatible", endpoint, bucket: "checkpoints", secretName: "keys", prefix: "iron/", mountPath },
    },
  });
  const [map] = valuesOf(releases(synthStacks(env)["platform"])["slurm/volume-store.bucket"]).objects as [Json];
  return map.data;
}

describeWithMoto("a store that speaks S3", (moto) => {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is found by the AWS CLI from the files that pods see, and nothing else", () => {
    const url = moto().env["AWS_ENDPOINT_URL"]!;
    // config takes no name that is not one: the address of the server stands where the folder of the test does
    const files = filesOf(url, "/mnt/store");
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder, name), text.replaceAll("/mnt/store", folder));
    writeFileSync(
      join(folder, "credentials"),
      "[default]\naws_access_key_id = testing\naws_secret_access_key = testing\n",
    );
    writeFileSync(join(folder, "step-100.pt"), "weights");
    const run = (command: string): string =>
      execFileSync("bash", ["-ceu", `. ${folder}/env; cd ${folder}; ${command}`], {
        encoding: "utf8",
        env: { PATH: process.env["PATH"], HOME: folder, AWS_EC2_METADATA_DISABLED: "true" },
        stdio: ["ignore", "pipe", "pipe"],
      });
    run("aws s3 mb s3://checkpoints");
    run('aws s3 cp step-100.pt "${RAILYARD_CHECKPOINTS}step-100.pt"; rm step-100.pt');
    run('aws s3 cp "${RAILYARD_CHECKPOINTS}step-100.pt" back.pt');
    expect(readFileSync(join(folder, "back.pt"), "utf8")).toBe("weights");
    expect(run("aws s3 ls s3://checkpoints --recursive")).toContain("iron/step-100.pt");
    expect(run("aws configure get s3.addressing_style").trim()).toBe("path");
  });
});
