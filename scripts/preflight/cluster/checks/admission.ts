import { isPlain, record } from "../../../../config/kernel/plain";
import type { ClusterApi, ClusterObject } from "../../../lib/kubernetes/cluster-api";
import type { CheckResult } from "../../check";
import type { ClusterCheck } from "../check";

const WEBHOOKS =
  "https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#failure-policy";
const POLICIES = "https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/";
const API = "/apis/admissionregistration.k8s.io/v1";

const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isPlain) : []);

/** Policies and webhooks that may refuse what is installed. */
export const ADMISSION: ClusterCheck = {
  id: "cluster/admission",
  title: "Admission webhooks answer, and what policies refuse is known.",
  actions: [
    "list validatingwebhookconfigurations.admissionregistration.k8s.io",
    "list mutatingwebhookconfigurations.admissionregistration.k8s.io",
    "list validatingadmissionpolicybindings.admissionregistration.k8s.io",
    "list endpointslices.discovery.k8s.io",
  ],
  run: async ({ api }) => {
    const [validating, mutating, bindings] = await Promise.all([
      api.list(`${API}/validatingwebhookconfigurations`),
      api.list(`${API}/mutatingwebhookconfigurations`),
      api.list(`${API}/validatingadmissionpolicybindings`),
    ]);
    const results = [...(await dead(api, [...validating, ...mutating])), ...denying(bindings)];
    const count = validating.length + mutating.length;
    const text =
      count === 0 ? "there is no admission webhook" : `${count} webhook configurations, each with somebody who answers`;
    return results.length > 0 ? results : [{ verdict: "ok", subject: "admission", text }];
  },
};

/** Webhooks without which nothing is let in, and that nobody serves. */
async function dead(api: ClusterApi, configurations: readonly ClusterObject[]): Promise<CheckResult[]> {
  const needed = configurations.flatMap(({ metadata, ...rest }) =>
    list(rest["webhooks"]).flatMap((webhook) => {
      const service = record(record(webhook["clientConfig"])["service"]);
      const { name, namespace } = service;
      if (webhook["failurePolicy"] === "Ignore" || typeof name !== "string" || typeof namespace !== "string") return [];
      return [{ configuration: metadata.name, webhook: String(webhook["name"]), name, namespace }];
    }),
  );
  if (needed.length === 0) return [];
  const slices = await api.list("/apis/discovery.k8s.io/v1/endpointslices");
  const served = new Set(
    slices
      .filter((slice) => list(slice["endpoints"]).some(({ conditions }) => record(conditions)["ready"] !== false))
      .map(({ metadata }) => `${metadata.namespace}/${metadata.labels?.["kubernetes.io/service-name"]}`),
  );
  return needed
    .filter(({ name, namespace }) => !served.has(`${namespace}/${name}`))
    .map(({ configuration, webhook, name, namespace }) => ({
      verdict: "failed",
      subject: configuration,
      text: `${webhook} must answer before objects are let in, and Service ${namespace}/${name} has no pod that is ready`,
      fix: "Start its pods again, or remove the configuration where what it belonged to is gone.",
      source: WEBHOOKS,
    }));
}

/** Policies that refuse: which objects they mean is in expressions that nobody here evaluates. */
function denying(bindings: readonly ClusterObject[]): CheckResult[] {
  return bindings
    .filter(({ spec }) => Array.isArray(spec?.["validationActions"]) && spec["validationActions"].includes("Deny"))
    .map(({ metadata, spec }) => ({
      verdict: "unknown",
      subject: metadata.name,
      text: `refuses what the policy ${String(spec?.["policyName"])} finds fault with: whether that is anything of Railyard's is not known here`,
      fix: "Ask whoever runs the cluster for exceptions for the namespaces of the releases.",
      source: POLICIES,
    }));
}
