import type { ReviewedChange } from "../changes/resource-changes";
import { isOlder } from "./release-settings";
import { clusterGoes } from "./releases";
import { findingOn, type ChangeSet, type SectionFinding } from "./change-set";
import { changeText, nameOf, whyLines } from "./words";

/** What the control plane and its add-ons do to what runs. */
export function stoppedByCluster(changeSet: ChangeSet): SectionFinding[] {
  const goes = clusterGoes(changeSet);
  return [
    ...changeSet.ofType("aws_eks_cluster").flatMap(cluster),
    ...changeSet.ofType("aws_eks_addon").flatMap((change) => addon(change, goes)),
  ];
}

/** @see https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html */
function isOneMinor({ before, after }: ReviewedChange): boolean {
  const [was, is] = [before, after].map((values) => /^1\.(\d+)$/.exec(String(values?.["version"]))?.[1]);
  // a version that is not told, or written in another way, is not judged
  return was === undefined || is === undefined || Math.abs(Number(is) - Number(was)) === 1;
}

function cluster(change: ReviewedChange): SectionFinding[] {
  if (change.action !== "update") return [];
  const version = change.attributes.find(({ path }) => path === "version");
  const tier = change.attributes.find(({ path }) => path.startsWith("control_plane_scaling_config"));
  const findings: SectionFinding[] = [];
  if (version) {
    findings.push(
      findingOn("stops", "danger", change, {
        title: isOneMinor(change)
          ? "The cluster is upgraded: what calls the Kubernetes API is interrupted for minutes, and there is a way back for 7 days only."
          : "EKS refuses this version: a control plane goes on, or back, by one minor at a time.",
        details: [
          changeText(version),
          "Back goes the control plane alone, by one minor, and not before the nodes are back.",
          "Pods go on. Nodes stay on their version until their own groups are updated, and add-ons must fit the new one.",
        ],
        safer: [
          { text: "Read which removed APIs are still called.", command: "aws eks list-insights --cluster-name …" },
          { text: "Apply to a development environment." },
          { text: "Apply to this one." },
        ],
        about: ["cluster.version"],
      }),
    );
  }
  const subnets = change.attributes.filter(({ path }) => path.startsWith("vpc_config[0].subnet_ids"));
  if (subnets.length > 0) {
    findings.push(
      findingOn("stops", "warning", change, {
        title: "The cluster gets other subnets: AWS refuses those of other zones than it was made with.",
        details: subnets.map(changeText),
        about: ["network"],
      }),
    );
  }
  const isPrivate = change.attributes.find(({ path }) => path === "vpc_config[0].endpoint_private_access");
  if (isPrivate && !(isPrivate.after.kind === "value" && isPrivate.after.value === true)) {
    findings.push(
      findingOn("stops", "danger", change, {
        title:
          "The Kubernetes API has no private address any more: nodes and pods that do not get out to the internet lose it.",
        details: [changeText(isPrivate)],
        about: ["cluster.endpoint"],
      }),
    );
  }
  if (tier) {
    const title = "The control plane gets another size: calls to the Kubernetes API may be interrupted.";
    findings.push(
      findingOn("stops", "warning", change, { title, details: [changeText(tier)], about: ["cluster.tier"] }),
    );
  }
  return findings;
}

/** Without these, no pod starts, and after a while none goes on. */
const VITAL = ["vpc-cni", "kube-proxy", "coredns", "eks-pod-identity-agent", "aws-ebs-csi-driver"];

/** Settings that change or go, and versions that go back; what is only added, pods had not hung on before. */
function vitalChange({ attributes }: ReviewedChange): ReviewedChange["attributes"] {
  return attributes.filter(({ path, before, after }) => {
    if (path.startsWith("configuration_values")) return before.kind !== "absent" && after.kind !== "unknown";
    if (path !== "addon_version" || before.kind !== "value" || after.kind !== "value") return false;
    return isOlder(String(after.value), String(before.value));
  });
}

/** @param goes the cluster itself does, which is told of it */
function addon(change: ReviewedChange, goes: boolean): SectionFinding[] {
  const name = nameOf(change);
  const about = ["cluster"];
  if (change.action === "delete" || change.action === "replace") {
    // AWS leaves its software on the cluster then
    const stays = change.before?.["preserve"] === true;
    const isVital = VITAL.includes(name) && !stays && !goes;
    const how = change.action === "delete" ? "is removed" : "is removed and installed anew";
    const what = isVital ? ": pods that start then have no network, names or credentials" : "";
    return [
      findingOn("stops", isVital ? "danger" : "warning", change, {
        title: `EKS add-on ${name} ${how}${what}.`,
        details: whyLines(change),
        about,
      }),
    ];
  }
  if (change.action !== "update" || change.attributes.length === 0) return [];
  // a version that AWS is asked for is known after apply only, and mostly the same
  const isOpen = change.attributes.every(({ after }) => after.kind === "unknown");
  const what = isOpen
    ? "may change, which is known after apply only: then its pods restart"
    : "changes: its pods restart";
  const grave = VITAL.includes(name) ? vitalChange(change) : [];
  if (grave.length > 0) {
    const title = `EKS add-on ${name} goes back to an older version, or gets other settings: what pods hang on may fail.`;
    return [findingOn("stops", "danger", change, { title, details: change.attributes.map(changeText), about })];
  }
  const title = `EKS add-on ${name} ${what}; new pods may wait for a minute.`;
  return [
    findingOn("stops", isOpen ? "info" : "warning", change, {
      title,
      details: change.attributes.map(changeText),
      about,
    }),
  ];
}
