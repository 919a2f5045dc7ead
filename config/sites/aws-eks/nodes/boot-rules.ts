import { NOT_IN_USER_DATA, USER_DATA_BYTES, USER_DATA_SOURCES } from "../../../facts/user-data";
import { SCRIPT_FORMS } from "../../../kernel/secret-forms";
import { secretIn } from "../../../kernel/secret-text";
import type { AwsRule } from "../rule";
import { groupPath } from "../../../pools/written-groups";
import { valueAt } from "../../../kernel/value-at";
import { writtenEc2Groups } from "./ec2-groups";

const NODEADM = "https://awslabs.github.io/amazon-eks-ami/nodeadm/doc/api/";

/** Keys of a NodeConfig that a key of config stands for: path → the key. */
const COVERED: readonly (readonly [path: readonly string[], key: "maxPods" | "localStorage" | "taints"])[] = [
  [["kubelet", "config", "maxPods"], "maxPods"],
  [["kubelet", "maxPodsExpression"], "maxPods"],
  [["instance", "localStorage"], "localStorage"],
  [["kubelet", "config", "registerWithTaints"], "taints"],
];
/** Flags of the kubelet that a key of config stands for. */
const COVERED_FLAGS: Readonly<Record<string, string>> = {
  "--max-pods": "maxPods",
  "--node-labels": "labels",
  "--register-with-taints": "taints",
};

/** The escape hatches of a node's first boot. */
export const NODE_BOOT_RULES: readonly AwsRule[] = [
  {
    id: "nodes/nodeadm-conflict",
    title: "nodeadm does not set what a key of config sets.",
    severity: "warning",
    why: "nodeadm is merged last and wins: rules, the IP budget and Slurm go on with what the key says.",
    source: NODEADM,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        for (const [path, key] of COVERED) {
          if (valueAt(written.nodeadm, path) === undefined) continue;
          yield {
            path: groupPath(group, "nodeadm", ...path),
            message: `nodeadm sets ${path.join(".")}, over the key ${key} (${show({ ...group.machines, ...group }[key])})`,
            fix: `remove it from nodeadm and set ${key}`,
          };
        }
        const flags = valueAt(written.nodeadm, "kubelet.flags");
        for (const flag of Array.isArray(flags) ? flags.map(String) : []) {
          const key = COVERED_FLAGS[flag.split("=")[0] ?? ""];
          if (key === undefined) continue;
          yield {
            path: groupPath(group, "nodeadm", "kubelet", "flags"),
            message: `nodeadm gives the kubelet ${flag}, over the key ${key}`,
            fix: `remove it from nodeadm and set ${key}`,
          };
        }
      }
    },
  },
  {
    id: "nodes/nodeadm-cluster",
    title: "nodeadm does not name the cluster.",
    severity: "error",
    why: "EKS, and for custom images Railyard, writes the cluster's name, address and certificate: with others, nodes never join.",
    source: NODEADM,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const cluster = valueAt(written.nodeadm, "cluster");
        if (cluster === undefined) continue;
        yield {
          path: groupPath(group, "nodeadm", "cluster"),
          message: `nodeadm sets cluster (${Object.keys(cluster ?? {}).join(", ")}), which follows from the cluster itself`,
          fix: `remove nodeadm.cluster`,
        };
      }
    },
  },
  {
    id: "nodes/boot-script-text",
    title: "Boot scripts are ASCII, with LF at the end of lines.",
    severity: "error",
    why: "EKS merges user data as US-ASCII: other bytes may not come through, and a shell takes CR for a part of the last word.",
    source: USER_DATA_SOURCES.eks,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const lines = (written.bootScript ?? "").split("\n");
        const index = lines.findIndex((line) => NOT_IN_USER_DATA.test(line));
        const odd = NOT_IN_USER_DATA.exec(lines[index] ?? "")?.[0];
        if (odd === undefined) continue;
        yield {
          path: groupPath(group, "bootScript"),
          message: `line ${index + 1} of bootScript has ${odd === "\r" ? "CR at its end" : JSON.stringify(odd)}`,
          fix: odd === "\r" ? 'save it with LF, or write .replaceAll("\\r", "")' : "write it with ASCII characters",
        };
      }
    },
  },
  {
    id: "nodes/boot-size",
    title: "bootScript and nodeadm fit into user data.",
    severity: "error",
    why: "EC2 refuses a launch template with more: nothing of the group would be made.",
    source: USER_DATA_SOURCES.ec2,
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const texts = {
          bootScript: written.bootScript ?? "",
          nodeadm: written.nodeadm ? JSON.stringify(written.nodeadm) : "",
        };
        const bytes = Buffer.byteLength(texts.bootScript) + Buffer.byteLength(texts.nodeadm);
        if (bytes <= USER_DATA_BYTES) continue;
        const key = texts.bootScript.length >= texts.nodeadm.length ? "bootScript" : "nodeadm";
        yield {
          path: groupPath(group, key),
          message: `bootScript and nodeadm have ${bytes} bytes, and ${USER_DATA_BYTES} fit beside what EKS adds`,
          fix: "let a short script fetch the long one from a bucket, or bake an image",
        };
      }
    },
  },
  {
    id: "nodes/boot-script-secret",
    title: "User data holds no secret.",
    severity: "error",
    why: "Every process on a node and everyone who may read launch templates can read user data; it also lies in Terraform's state.",
    source: "https://aquasecurity.github.io/tfsec/latest/checks/aws/ec2/no-secrets-in-launch-template-user-data",
    *check(input) {
      for (const { written, group } of writtenEc2Groups(input)) {
        const texts = [
          ["bootScript", written.bootScript ?? ""],
          ["nodeadm", written.nodeadm ? JSON.stringify(written.nodeadm, null, 1) : ""],
        ] as const;
        for (const [key, text] of texts) {
          for (const [line, name] of secretsIn(text)) {
            // the secret itself is never repeated: findings go to logs and reviews
            const where = key === "bootScript" ? `line ${line} of bootScript` : "nodeadm";
            yield {
              path: groupPath(group, key),
              message: `${where} looks like it holds ${name}`,
              fix: `keep it in Secrets Manager and fetch it where it is used; if it was real, it must be changed`,
              secret: true,
            };
          }
        }
      }
    },
  },
];

/** The first secret of each line. */
function secretsIn(text: string): [line: number, name: string][] {
  return text.split("\n").flatMap((content, index) => {
    const found = secretIn(content, SCRIPT_FORMS);
    return found === undefined ? [] : [[index + 1, found] as [number, string]];
  });
}

const show = (value: unknown) => JSON.stringify(value) ?? "unset";
