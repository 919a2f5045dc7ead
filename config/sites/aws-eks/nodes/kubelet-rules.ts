import type { ConfigPath } from "../../../kernel/issues";
import { record } from "../../../kernel/plain";
import { quantity } from "../../../kernel/quantity";
import { groupPath } from "../../../pools/written-groups";
import type { AwsRule, AwsRuleInput } from "../rule";
import { writtenEc2Groups } from "./ec2-groups";
import type { ResolvedNodeGroup } from "./node-group";

const CONFIGURATION = "https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/";

/** Values by which a node would not work, or would let everybody in, by their keys in the kubelet's configuration. */
const OPEN: readonly { at: readonly string[]; is: (value: unknown) => boolean; does: string }[] = [
  {
    at: ["authentication", "anonymous", "enabled"],
    is: (value) => value === true,
    does: "lets callers in who say nobody's name",
  },
  {
    at: ["authorization", "mode"],
    is: (value) => value === "AlwaysAllow",
    does: "lets whoever reaches the node run commands in every pod",
  },
  {
    at: ["readOnlyPort"],
    is: (value) => typeof value === "number" && value !== 0,
    does: "tells pods and their variables to whoever reaches the node",
  },
];

interface Written {
  readonly group: ResolvedNodeGroup;
  readonly config: Readonly<Record<string, unknown>>;
  readonly at: (...keys: readonly string[]) => ConfigPath;
}

/** What groups give the kubelet by `nodeadm`. Bottlerocket has settings of its own. */
const written = (input: AwsRuleInput): Written[] =>
  writtenEc2Groups(input).flatMap(({ written: { nodeadm, image }, group }) =>
    nodeadm && image.kind !== "bottlerocket"
      ? [
          {
            group,
            config: record(record(nodeadm["kubelet"]).config),
            at: (...keys) => groupPath(group, "nodeadm", "kubelet", "config", ...keys),
          },
        ]
      : [],
  );

/** Bytes of a quantity of Kubernetes, or of a part in percent; 0 for what is none, which the kubelet refuses by itself. */
function bytesOf(value: unknown, whole: number): number {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(String(value)) ?? [];
  return percent === undefined ? (quantity(String(value)) ?? 0) : (Number(percent) * whole) / 100;
}

/** What is kept from pods, by its keys. */
const KEPT = [
  ["systemReserved", "memory"],
  ["kubeReserved", "memory"],
  ["evictionHard", "memory.available"],
] as const;

/** What `nodeadm` tells the kubelet, beyond that there are such keys. */
export const KUBELET_RULES: readonly AwsRule[] = [
  {
    id: "nodes/kubelet-open",
    title: "The kubelet asks who calls, and whether they may.",
    severity: "error",
    why: "The kubelet's API runs commands in every pod of its node. EKS's images close it.",
    source: "https://kubernetes.io/docs/reference/access-authn-authz/kubelet-authn-authz/",
    *check(input) {
      for (const { config, at } of written(input))
        for (const { at: keys, is, does } of OPEN) {
          const value = keys.reduce<unknown>((inner, key) => record(inner)[key], config);
          if (is(value))
            yield {
              path: at(...keys),
              message: `${keys.join(".")}: ${JSON.stringify(value)} ${does}`,
              fix: "leave it out",
            };
        }
    },
  },
  {
    id: "nodes/kubelet-cgroups",
    title: "The kubelet and containerd have one driver for control groups.",
    severity: "error",
    why: "containerd of EKS's images leaves control groups to systemd: with another driver, the kubelet starts no pod that stays.",
    source: "https://kubernetes.io/docs/setup/production-environment/container-runtimes/#systemd-cgroup-driver",
    *check(input) {
      for (const { config, at } of written(input)) {
        const driver = config["cgroupDriver"];
        if (driver === undefined || driver === null || driver === "systemd") continue;
        yield {
          path: at("cgroupDriver"),
          message: `cgroupDriver is ${JSON.stringify(driver)}, and containerd's is systemd`,
          fix: "leave it out",
        };
      }
    },
  },
  {
    id: "nodes/kubelet-reservations",
    title: "What is kept from pods is less than a node has.",
    severity: "error",
    why: "The kubelet does not start, or the node has no memory for any pod: it joins, and nothing is ever placed on it.",
    source: `https://kubernetes.io/docs/tasks/administer-cluster/reserve-compute-resources/; ${CONFIGURATION}`,
    *check(input) {
      for (const { group, config, at } of written(input)) {
        const whole = group.hardware.memoryMiB * 2 ** 20;
        const kept = KEPT.map(([key, name]) => ({ key, name, value: record(config[key])[name] }));
        const bytes = kept.reduce((sum, { value }) => sum + bytesOf(value, whole), 0);
        const [first] = kept
          .filter(({ value }) => value !== undefined)
          .sort((a, b) => bytesOf(b.value, whole) - bytesOf(a.value, whole));
        if (first === undefined || bytes < whole) continue;
        const gib = (value: number) => `${Math.floor(value / 2 ** 30)} GiB`;
        yield {
          path: at(first.key, first.name),
          message: `${kept.flatMap((one) => (one.value === undefined ? [] : `${one.key} ${String(one.value)}`)).join(" and ")} take ${gib(bytes)} of memory, and ${group.machineType} has ${gib(whole)}`,
          fix: "write less, or leave it out: nodeadm reserves what a node of its size needs",
        };
      }
    },
  },
  {
    id: "nodes/kubelet-pids",
    title: "The limit of processes in a pod is one, or -1 for none.",
    severity: "error",
    why: "The kubelet sets a limit above 0 alone: whoever writes a number below expects one that no pod has. It reads no file with half a number.",
    source: `https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/kubelet/cm/pod_container_manager_linux.go; ${CONFIGURATION}`,
    *check(input) {
      for (const { config, at } of written(input)) {
        const limit = config["podPidsLimit"];
        if (typeof limit !== "number" || limit === -1 || (Number.isInteger(limit) && limit >= 1)) continue;
        yield {
          path: at("podPidsLimit"),
          message: `podPidsLimit is ${limit}, which is no limit of processes`,
          fix: "write -1 for no limit of pods' own, or such as 16384",
        };
      }
    },
  },
];
