import { PRIVILEGED_PODS } from "../../../../config/facts/pod-security";
import { CHARTS, type ChartName } from "../../../../config/facts/versions";
import { ClusterCallError } from "../../../lib/kubernetes/cluster-failure";
import type { CheckResult } from "../../check";
import type { ClusterCheck, ClusterCheckProps } from "../check";

const STANDARDS = "https://kubernetes.io/docs/concepts/security/pod-security-admission/";
const LEVEL = "pod-security.kubernetes.io/enforce";

/** A pod as those that a chart's daemons are: nothing of it is ever started. */
const PROBE = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { generateName: "railyard-preflight-" },
  spec: {
    restartPolicy: "Never",
    containers: [{ name: "probe", image: "registry.k8s.io/pause:3.10", securityContext: { privileged: true } }],
    volumes: [{ name: "host", hostPath: { path: "/sys" } }],
  },
} as const;

/** Whether namespaces let in what the releases start there. The cluster judges a pod that it does not keep. */
export const POD_SECURITY: ClusterCheck = {
  id: "namespaces/pod-security",
  title: "Namespaces let privileged pods in where charts have them.",
  actions: ["list namespaces", "create pods (dry run)"],
  run: async (props) => {
    const { api, releases } = props;
    const namespaces = await api.list("/api/v1/namespaces", { metadataOnly: true });
    const wanted = new Map<string, string[]>();
    for (const { namespace, chart } of releases)
      if (chart in CHARTS && PRIVILEGED_PODS[chart as ChartName])
        wanted.set(namespace, [...new Set([...(wanted.get(namespace) ?? []), chart])]);
    return Promise.all(
      [...wanted].map(([namespace, charts]) => {
        const found = namespaces.find(({ metadata }) => metadata.name === namespace);
        return found
          ? tried(props, namespace, charts, found.metadata.labels?.[LEVEL])
          : madeLater(
              props,
              namespace,
              charts,
              namespaces.find(({ metadata }) => metadata.name === "default")?.metadata.labels,
            );
      }),
    );
  },
};

const why = (charts: readonly string[]): string =>
  charts.map((chart) => `${chart}: ${PRIVILEGED_PODS[chart as ChartName]!.why}`).join("; ");

/** Null: a privileged pod is let in; otherwise what refuses it says. @throws ClusterCallError where there is no answer */
async function refusal({ api }: ClusterCheckProps, namespace: string): Promise<string | null> {
  try {
    await api.post(`/api/v1/namespaces/${namespace}/pods?dryRun=All`, PROBE);
    return null;
  } catch (error) {
    // a right that is missing is told in other words than a pod that is not let in
    if (!(error instanceof ClusterCallError) || error.status === null || error.status >= 500) throw error;
    if (/cannot create resource "pods"/.test(error.message)) throw error;
    return error.message.replace(/^.*?: (pods "[^"]*" is forbidden: )?/, "");
  }
}

async function tried(
  props: ClusterCheckProps,
  subject: string,
  charts: readonly string[],
  level: string | undefined,
): Promise<CheckResult> {
  const refused = await refusal(props, subject);
  if (refused === null)
    return { verdict: "ok", subject, text: `lets privileged pods in${level ? ` (${LEVEL}=${level})` : ""}` };
  const label = `kubectl label namespace ${subject} --overwrite ${LEVEL}=privileged`;
  return {
    verdict: "failed",
    subject,
    text: `refuses privileged pods (${refused}), and needs them; ${why(charts)}`,
    fix: /PodSecurity/.test(refused) ? label : "Ask whoever runs the cluster for an exception for this namespace.",
    source: STANDARDS,
  };
}

/** What a namespace that is not there yet will let in is what one without labels does. */
async function madeLater(
  props: ClusterCheckProps,
  subject: string,
  charts: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): Promise<CheckResult> {
  if (labels[LEVEL] !== undefined) {
    const text =
      "is not there yet, and namespace default has a level of its own: what the cluster asks of new ones is unknown";
    return { verdict: "unknown", subject, text, fix: "Make the namespace with its label before.", source: STANDARDS };
  }
  const refused = await refusal(props, "default");
  if (refused === null)
    return { verdict: "ok", subject, text: "is not there yet; a namespace without labels lets privileged pods in" };
  return {
    verdict: "failed",
    subject,
    text: `is not there yet, and a namespace without labels refuses privileged pods (${refused}), which it needs; ${why(charts)}`,
    fix: `Make it before: kubectl create namespace ${subject}, and kubectl label namespace ${subject} ${LEVEL}=privileged`,
    source: STANDARDS,
  };
}
