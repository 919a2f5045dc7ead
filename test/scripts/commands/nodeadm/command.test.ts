import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { nodeadmCommand } from "../../../../scripts/commands/nodeadm/command";
import { nodeConfigText } from "../../../../scripts/commands/nodeadm/node-config";
import { hybridPools } from "../../../../config/sites/aws-eks/hybrid/pool";
import { captured } from "../../../helpers/captured";
import { sample } from "../../../helpers/environment";
import { hybrid, PEM } from "../../../helpers/hybrid";
import type { Json } from "../../../helpers/synth";

const root = mkdtempSync(join(tmpdir(), "railyard-nodeadm-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ID = "01234567-89ab-cdef-0123-456789abcdef";
const CODE = ["AbCdEfGh", "IjKlMnOpQrSt"].join("");

function run(args: readonly string[], env: Record<string, string> = {}) {
  const { context, texts } = captured(root);
  return { code: nodeadmCommand(args, context, env), ...texts() };
}

const written = (): string => readFileSync(join(root, "cdktf.out/nodeadm/hybrid/l40s.yaml"), "utf8");

test("writes a file for each pool, which joins the cluster and registers labels and taints", () => {
  const { code, printed } = run(["hybrid"]);
  expect(code).toBe(0);
  expect(printed).toContain("l40s: 24 servers");
  expect(readdirSync(join(root, "cdktf.out/nodeadm/hybrid"))).toEqual([
    "inference.yaml",
    "l40s.yaml",
    "notebooks.yaml",
  ]);
  expect(parse(written())).toEqual({
    apiVersion: "node.eks.aws/v1alpha1",
    kind: "NodeConfig",
    spec: {
      cluster: { name: "hybrid", region: "us-east-1" },
      hybrid: {
        enableCredentialsFile: true,
        ssm: { activationId: "ACTIVATION_ID", activationCode: "ACTIVATION_CODE" },
      },
      kubelet: {
        config: { clusterDNS: ["172.20.0.11", "172.20.0.10"] },
        flags: [
          "--node-labels=railyard.dev/node-group=l40s,railyard.dev/role=gpu,railyard.dev/gpu=l40s,railyard.dev/fabric=none",
          "--register-with-taints=nvidia.com/gpu=present:NoSchedule",
        ],
      },
    },
  });
  const cluster = "Key=EKSClusterARN,Value=arn:aws:eks:us-east-1:111122223333:cluster/hybrid";
  for (const words of [
    `--iam-role hybrid-hybrid --registration-limit 24 --tags ${cluster}`,
    "nodeadm install 1.36 --credential-provider ssm --containerd-source distro",
  ])
    expect(written()).toContain(words);
});

test("an activation is in what is printed, and in no file", () => {
  run(["hybrid"]);
  const { code, printed, errors } = run(["hybrid", "l40s", "--activation"], {
    RAILYARD_ACTIVATION_ID: ID,
    RAILYARD_ACTIVATION_CODE: CODE,
  });
  expect([code, errors]).toEqual([0, ""]);
  expect((parse(printed) as Json).spec.hybrid.ssm).toEqual({ activationId: ID, activationCode: CODE });
  expect(written()).not.toContain(CODE);
});

test.each([
  ["no code", { RAILYARD_ACTIVATION_ID: ID }, /RAILYARD_ACTIVATION_CODE must be the ActivationCode/],
  ["no id", { RAILYARD_ACTIVATION_CODE: CODE }, /RAILYARD_ACTIVATION_ID must be the ActivationId/],
  [
    "a code with a line of its own",
    { RAILYARD_ACTIVATION_ID: ID, RAILYARD_ACTIVATION_CODE: `${CODE}\nx: y` },
    /ACTIVATION_CODE must/,
  ],
])("with %s nothing is printed, and no value is told", (_, env, message) => {
  const { code, printed, errors } = run(["hybrid", "l40s", "--activation"], env as Record<string, string>);
  expect([code, printed]).toEqual([1, ""]);
  expect(errors).toMatch(message);
  expect(errors).not.toContain(CODE);
});

test.each([
  [["hybrid", "l40"], /has no pool of hybrid nodes "l40"; did you mean l40s\?/],
  [["hybrid", "cpu"], /has no pool of hybrid nodes "cpu"/],
  [["research"], /no node group of it is of kind hybrid/],
  [["iron"], /stands in none/],
  [["hybrid", "--trust-anchor", `arn:aws:rolesanywhere:us-east-1:111122223333:trust-anchor/${ID}`], /given together/],
  [[], /takes the name of an environment/],
])("%j: is told, and nothing is written", (args, message) => {
  const out = join(root, "none");
  const { code, errors } = run(args);
  expect(code).toBe(1);
  expect(errors).toMatch(message);
  expect(existsSync(out)).toBe(false);
});

test("servers ask AWS for names where config says so, as nodeadm has it by itself", () => {
  const { env } = sample(hybrid({ dns: "aws" }));
  const { kubelet } = (parse(nodeConfigText({ env, pool: hybridPools(env)[0]! })) as Json).spec;
  expect(Object.keys(kubelet)).toEqual(["flags"]);
});

test("with certificates there is neither a code nor a key, and the node has the name in its certificate", () => {
  const credentials = { kind: "roles-anywhere", trustAnchor: { kind: "certificates", pem: PEM } };
  const { env } = sample(hybrid({ credentials }, { os: "rhel-9" }));
  const [pool] = hybridPools(env);
  const text = nodeConfigText({ env, pool: pool! });
  expect((parse(text) as Json).spec.hybrid).toEqual({
    enableCredentialsFile: true,
    iamRolesAnywhere: {
      nodeName: "NODE_NAME",
      trustAnchorArn: "TRUST_ANCHOR_ARN",
      profileArn: "PROFILE_ARN",
      roleArn: "arn:aws:iam::111122223333:role/sample-hybrid",
    },
  });
  expect(text).toContain("--credential-provider iam-ra --containerd-source docker");
  expect(text).toContain("output -raw hybrid_trust_anchor_arn");
  const anchor = { trustAnchorArn: "arn:a", profileArn: "arn:p" };
  expect((parse(nodeConfigText({ env, pool: pool!, anchor })) as Json).spec.hybrid.iamRolesAnywhere).toMatchObject(
    anchor,
  );
});
