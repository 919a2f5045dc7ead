import { z } from "zod";
import {
  type ConformanceId,
  type ConformanceLevel,
  CONFORMANCE_VERSIONS,
  conformanceOf,
} from "../../../../config/facts/ai-conformance";
import type { SiteEnvironment } from "../../../../config/sites/environment";
import { jsonIn } from "../../../lib/files/read-json";
import { ClusterCallError } from "../../../lib/kubernetes/cluster-failure";
import type { ClusterCheck } from "../../check";
import { UnreadableOutputError } from "../../parse/unreadable";
import { draSupport, driverVersions, fabricCards, gpuSharing, virtualGpus } from "./devices";
import { dns, jobIdentity, storageClasses, topologyLabels } from "./ground";
import { type Look, open } from "./look";
import {
  collectedMetrics,
  gangs,
  gateways,
  gpuMetrics,
  isolation,
  modelRoutes,
  nodesForPods,
  operators,
  podScaling,
  prefillAndDecode,
} from "./services";

const OF_CNCF: Readonly<Record<ConformanceId, Look>> = {
  dra_support: draSupport,
  driver_runtime_management: driverVersions,
  gpu_sharing: gpuSharing,
  virtualized_accelerator: virtualGpus,
  ai_inference: gateways,
  advanced_inference_ingress: modelRoutes,
  high_performance_networking: fabricCards,
  disaggregated_inference: prefillAndDecode,
  gang_scheduling: gangs,
  cluster_autoscaling: nodesForPods,
  pod_autoscaling: podScaling,
  accelerator_metrics: gpuMetrics,
  ai_service_metrics: collectedMetrics,
  secure_accelerator_access: isolation,
  robust_controller: operators,
};

/** What jobs need beside, and no list of CNCF asks for. */
const OWN: readonly { readonly id: string; readonly title: string; readonly look: Look }[] = [
  { id: "dns", title: "Names of the cluster", look: dns },
  { id: "storage_classes", title: "Storage classes", look: storageClasses },
  { id: "topology_labels", title: "Labels of where nodes stand", look: topologyLabels },
  { id: "job_identity", title: "Identity of jobs", look: jobIdentity },
];

const seen = z.strictObject({
  /** Version of the list of CNCF. */
  list: z.string(),
  rows: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      /** Null: no list asks for it. */
      level: z.enum(["MUST", "SHOULD"]).nullable(),
      state: z.enum(["met", "failed", "open"]),
      why: z.string(),
    }),
  ),
});

/**
 * What a cluster for AI has, by CNCF's list for its version of Kubernetes, and what jobs need beside. What config asks for and is
 * not there fails; what it does not ask for, or only a run would show, is said as not proved.
 */
export const conformanceCheck = (environment: SiteEnvironment): ClusterCheck => ({
  id: "conformance",
  title: "Conformance",
  suites: ["accept"],
  ask: async (api) => {
    const list = listFor(environment.cluster.version);
    const asked: readonly { id: string; title: string; level: ConformanceLevel | null; look: Look }[] = [
      ...conformanceOf(list).map((row) => ({ ...row, look: OF_CNCF[row.id] })),
      ...OWN.map((row) => ({ ...row, level: null })),
    ];
    const rows = [];
    for (const { look, ...row } of asked) {
      try {
        rows.push({ ...row, ...(await look({ api, environment })) });
      } catch (error) {
        if (!(error instanceof ClusterCallError)) throw error;
        rows.push({ ...row, ...open(`nobody could ask: ${error.failure.text.replace(/\.$/, "")}`) });
      }
    }
    return `${JSON.stringify({ list, rows })}\n`;
  },
  judge: (output) => {
    const read = seen.safeParse(jsonIn(output));
    if (!read.success) throw new UnreadableOutputError("the look at conformance", "has another form");
    const { list, rows } = read.data;
    const wrong = rows.filter(({ state }) => state === "failed");
    const unproved = rows.filter(({ state }) => state === "open");
    const called = ({ id, title, level }: (typeof rows)[number]) =>
      `${title} (${level === null ? id : `${id}, ${level} in ${list}`})`;
    return {
      status: wrong.length > 0 ? "failed" : unproved.length > 0 ? "measured" : "passed",
      figures: [
        {
          name: "Requirements that are met",
          value: rows.length - wrong.length - unproved.length,
          unit: "",
          floor: null,
        },
      ],
      findings: wrong.map((row) => ({
        text: `${called(row)}: ${row.why}.`,
        fix: "config asks for it: deploy, and look at what installs it",
      })),
      ...(unproved.length > 0 && { unknown: unproved.map((row) => `${called(row)}: ${row.why}.`) }),
    };
  },
});

/** The list of a version, or the newest one that is not newer. */
function listFor(version: string): string {
  const minor = (one: string) => Number(one.split(".")[1]);
  return CONFORMANCE_VERSIONS.findLast((one) => minor(one) <= minor(version)) ?? CONFORMANCE_VERSIONS[0];
}
