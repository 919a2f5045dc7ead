import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AwsEnvironment } from "../../../config/sites/aws-eks/environment";
import { rehearse, type RehearsalProps } from "../../../scripts/rehearsal/rehearse";
import { importsOf } from "../../../scripts/lib/terraform/imports";
import { readPlan } from "../../../scripts/lib/terraform/plan-json";
import { sample } from "../../helpers/environment";
import { ROOT } from "../../helpers/process";
import { temporaryFolders, testWithTerraform } from "../../helpers/terraform";

const temporary = temporaryFolders();

async function run(environment: AwsEnvironment, outdir: string, more: Partial<RehearsalProps> = {}) {
  const notes: string[] = [];
  const result = await rehearse({
    root: ROOT,
    outdir,
    environment,
    faults: [],
    drift: [],
    allow: [],
    stacks: [],
    fresh: false,
    signal: new AbortController().signal,
    onResult: () => {},
    tell: (text) => notes.push(text),
    ...more,
  });
  const errors = result.phases.flatMap(({ stack, phase, diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity === "error")
      .map(({ address, summary, detail }) => `${stack} ${phase}: ${address} ${summary} ${detail}`),
  );
  return { result, notes, errors };
}

const ADMIN = "arn:aws:iam::111122223333:role/admin";
const ADOPT = {
  vpc: {
    id: "vpc-0000000000000000a",
    parts: {
      "vpc/subnet-private-us-east-1a": "subnet-0000000000000000a",
      "vpc/subnet-private-us-east-1b": "subnet-0000000000000000b",
      "vpc/internet-gateway": "igw-0000000000000000a",
      "vpc/private-routes-us-east-1a": "rtb-0000000000000000a",
      "vpc/routes-of-private-us-east-1a": "subnet-0000000000000000a/rtb-0000000000000000a",
      // one table for both zones: the second gets one of its own
      "vpc/routes-of-private-us-east-1b": "subnet-0000000000000000b/rtb-0000000000000000a",
      "endpoints/s3-gateway": "vpce-0000000000000000a",
    },
  },
  cluster: {
    name: "training",
    keeps: ["role_arn", "encryption_config"],
    parts: {
      "cluster/logs": "/aws/eks/training/cluster",
      "cluster/admin-role-admin/entry": `training:${ADMIN}`,
      "cluster/admin-role-admin/policy": `training#${ADMIN}#arn:aws:eks::aws:cluster-access-policy/AmazonEKSClusterAdminPolicy`,
      "addons-before-nodes/kube-proxy/addon": "training:kube-proxy",
    },
  },
  fileSystem: {
    id: "fs-0000000000000000a",
    keeps: ["kms_key_id"],
    parts: {
      "lustre-security-group/lustre": "sg-0000000000000000a",
      "lustre-security-group/in-self-988": "sgr-0000000000000000a",
    },
  },
  checkpointBucket: {
    name: "our-checkpoints",
    parts: Object.fromEntries(
      ["versioning", "encryption", "public-access", "ownership"].map((part) => [
        `checkpoints/${part}`,
        "our-checkpoints",
      ]),
    ),
  },
};
/** One stack less. */
const LOCAL = { state: { kind: "local" } };
const STORAGE = { stacks: ["sample-storage"] };

testWithTerraform(
  "a VPC, a cluster, a file system and a bucket are imported; what is left is explained, and then the plan is empty",
  async () => {
    const outdir = temporary();
    const { result, notes, errors } = await run(sample({ adopt: ADOPT, ...LOCAL }).env, outdir, {
      ...STORAGE,
      destroys: false,
    });
    expect(errors).toEqual([]);
    expect(result).toMatchObject({ ok: true, problems: [], losses: { refused: [] } });
    const imports = Object.fromEntries(
      ["network", "cluster", "storage"].map((role) => {
        const plan = readPlan(join(result.folder, `sample-${role}`, "plan.json"));
        return [
          role,
          importsOf(plan).map(({ address, id, action }) => [address.replace(/_[0-9A-F]{8}$/, ""), id, action]),
        ];
      }),
    );
    expect(imports["network"]).toContainEqual(["aws_vpc.vpc", "vpc-0000000000000000a", "none"]);
    expect(imports["network"]).toContainEqual([
      "aws_route_table_association.vpc_routes-of-private-us-east-1b",
      "subnet-0000000000000000b/rtb-0000000000000000a",
      "update",
    ]);
    expect(imports["network"]).toHaveLength(8);
    expect(imports["cluster"]).toContainEqual(["aws_eks_cluster.cluster", "training", "none"]);
    expect(imports["cluster"]).toHaveLength(5);
    expect(imports["storage"]).toContainEqual(["aws_s3_bucket.checkpoints", "our-checkpoints", "none"]);
    expect(imports["storage"]).toContainEqual(["aws_fsx_lustre_file_system.lustre", "fs-0000000000000000a", "update"]);
    expect(imports["storage"]).toHaveLength(8);
    expect(notes).toContain("sample-cluster: imports 5, 4 of them as they are");
    expect(notes.join("\n")).toContain("skip_final_backup: false → true (Terraform's own");
    // what was applied is what the state has
    const state = readFileSync(join(outdir, "rehearsal/sample/state/sample-storage.tfstate"), "utf8");
    expect(state).toContain("fs-0000000000000000a.fsx.us-east-1.amazonaws.com");

    // everything is in the state by now: the same import blocks do nothing
    const again = await run(sample({ adopt: ADOPT, ...LOCAL }).env, outdir, { ...STORAGE, destroys: false });
    expect(again.errors).toEqual([]);
    expect(again.result).toMatchObject({ ok: true, problems: [] });
    expect(again.notes.filter((note) => note.includes("imports"))).toEqual([]);
    const planned = again.result.phases.filter(({ phase }) => phase === "plan").map(({ changes }) => changes);
    expect(planned).toEqual(planned.map(() => ({ create: 0, update: 0, replace: 0, delete: 0 })));
  },
);

testWithTerraform(
  "an id that is of something else would be replaced, and the rehearsal refuses that before it is applied",
  async () => {
    const parts = { "vpc/routes-of-private-us-east-1a": "subnet-0000000000000000f/rtb-0000000000000000f" };
    const adopt = { vpc: { id: "vpc-0000000000000000a", parts } };
    const { result, errors } = await run(sample({ adopt, ...LOCAL }).env, temporary(), { stacks: ["sample-network"] });
    expect(errors).toEqual([]);
    expect(result.ok).toBe(false);
    expect(result.losses.refused).toEqual([
      expect.objectContaining({ stack: "sample-network", action: "replace", reasonPaths: ["subnet_id"] }),
    ]);
    expect(result.phases.map(({ phase }) => phase)).not.toContain("apply");
  },
);
