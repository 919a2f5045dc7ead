import { PRIVILEGED_PODS } from "../../../../../config/facts/pod-security";
import type { ClusterQuestion } from "../../../../../scripts/lib/kubernetes/question";
import { ADMISSION } from "../../../../../scripts/preflight/cluster/checks/admission";
import { POD_SECURITY } from "../../../../../scripts/preflight/cluster/checks/pod-security";
import { RIGHTS } from "../../../../../scripts/preflight/cluster/checks/rights";
import { release, findingsOf, status } from "../../../../helpers/pretended-cluster";

const API = "/apis/admissionregistration.k8s.io/v1";
const hooks = (failurePolicy: string) => [
  {
    metadata: { name: "policies" },
    webhooks: [
      { name: "check.example.com", failurePolicy, clientConfig: { service: { name: "policy", namespace: "sec" } } },
    ],
  },
];
const slice = (ready: boolean) => [
  {
    metadata: { name: "policy-x", namespace: "sec", labels: { "kubernetes.io/service-name": "policy" } },
    endpoints: [{ conditions: { ready } }],
  },
];
const binding = (action: string) => [
  { metadata: { name: "b" }, spec: { policyName: "no-host-paths", validationActions: [action] } },
];

test.each([
  ["no webhook", {}, ["ok admission: there is no admission webhook"]],
  [
    "a webhook that answers",
    {
      [`${API}/validatingwebhookconfigurations`]: hooks("Fail"),
      "/apis/discovery.k8s.io/v1/endpointslices": slice(true),
    },
    ["ok admission: 1 webhook configurations, each with somebody who answers"],
  ],
  [
    "a webhook whose pods are not ready",
    {
      [`${API}/mutatingwebhookconfigurations`]: hooks("Fail"),
      "/apis/discovery.k8s.io/v1/endpointslices": slice(false),
    },
    [
      expect.stringMatching(
        /^failed policies: check\.example\.com must answer .* Service sec\/policy has no pod that is ready$/,
      ),
    ],
  ],
  [
    "a webhook that is not waited for",
    { [`${API}/validatingwebhookconfigurations`]: hooks("Ignore") },
    ["ok admission: 1 webhook configurations, each with somebody who answers"],
  ],
  [
    "a policy that refuses",
    { [`${API}/validatingadmissionpolicybindings`]: binding("Deny") },
    [expect.stringMatching(/^unknown b: refuses what the policy no-host-paths finds fault with/)],
  ],
  [
    "a policy that warns",
    { [`${API}/validatingadmissionpolicybindings`]: binding("Warn") },
    ["ok admission: there is no admission webhook"],
  ],
])("admission has %s", async (_, lists, expected) => expect(await findingsOf(ADMISSION, { lists })).toEqual(expected));

const namespaces = (labels: Readonly<Record<string, object>>) => ({
  "/api/v1/namespaces": Object.entries(labels).map(([name, one]) => ({ metadata: { name, labels: one } })),
});
const pods = (namespace: string) => `/api/v1/namespaces/${namespace}/pods`;
const LET_IN = { status: 201, body: {} };
const REFUSED = status(403, 'pods "x" is forbidden: violates PodSecurity "baseline:latest": privileged');
const SLURM = { releases: [release("slurm"), release("cert-manager")] };
const LEVEL = { "pod-security.kubernetes.io/enforce": "restricted" };

test.each([
  ["lets them in", { default: {}, slurm: {} }, { [pods("slurm")]: LET_IN }, /^ok slurm: lets privileged pods in$/],
  [
    "refuses them",
    { default: {}, slurm: LEVEL },
    { [pods("slurm")]: REFUSED },
    /^failed slurm: refuses privileged pods \(violates PodSecurity "baseline:latest": privileged\), and needs them; slurm: slurmd makes cgroups/,
  ],
  [
    "is not there, and new ones let them in",
    { default: {} },
    { [pods("default")]: LET_IN },
    /^ok slurm: is not there yet; a namespace without labels lets/,
  ],
  [
    "is not there, and new ones do not",
    { default: {} },
    { [pods("default")]: REFUSED },
    /^failed slurm: is not there yet, and a namespace without/,
  ],
  [
    "is not there, and nobody knows",
    { default: LEVEL },
    {},
    /^unknown slurm: is not there yet, and namespace default has a level/,
  ],
])("a namespace with privileged pods %s", async (_, labels, replies, expected) => {
  const [only, ...more] = await findingsOf(POD_SECURITY, { lists: namespaces(labels), replies }, SLURM);
  expect(only).toMatch(expected);
  expect(more).toEqual([]);
});

test("a pod is only tried, and a right that is missing is no refusal of it", async () => {
  const asked: ClusterQuestion[] = [];
  const replies = {
    [pods("slurm")]: (question: ClusterQuestion) => {
      asked.push(question);
      return LET_IN;
    },
  };
  await findingsOf(POD_SECURITY, { lists: namespaces({ slurm: {} }), replies }, SLURM);
  expect(asked).toMatchObject([{ method: "POST", path: `${pods("slurm")}?dryRun=All` }]);
  const forbidden = status(403, 'pods is forbidden: User "ann" cannot create resource "pods" in API group ""');
  const trying = findingsOf(
    POD_SECURITY,
    { lists: namespaces({ slurm: {} }), replies: { [pods("slurm")]: forbidden } },
    SLURM,
  );
  await expect(trying).rejects.toThrow("not allowed");
});

test("each chart with privileged pods has a reason and a document", () => {
  for (const { why, source } of Object.values(PRIVILEGED_PODS))
    expect([why.length > 10, source]).toEqual([true, expect.stringMatching(/^https:/)]);
});

/** Answers reviews: by what is asked, whether it is allowed, or an error where nobody decided. */
const reviews = (decide: (asked: { verb: string; resource: string; namespace?: string }) => object) => ({
  replies: {
    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews": ({ body }: ClusterQuestion) => ({
      status: 201,
      body: { status: decide((body as { spec: { resourceAttributes: never } }).spec.resourceAttributes) },
    }),
  },
});

test.each([
  ["everything", () => ({ allowed: true }), /^ok who asks: may do everything in the cluster$/],
  [
    "all that Helm does",
    ({ verb }) => ({ allowed: verb !== "*" }),
    /^ok who asks: may do all that Helm does with the charts$/,
  ],
  [
    "all but some things",
    ({ verb, resource, namespace }) => ({
      allowed: verb !== "*" && !(resource === "secrets" && namespace === "slurm") && verb !== "escalate",
    }),
    /^failed who asks: may not escalate clusterroles\.rbac\.authorization\.k8s\.io; create, get, update, delete secrets in slurm$/,
  ],
  [
    "nothing that anybody knows of",
    () => ({ allowed: false, evaluationError: "webhook timed out" }),
    /^unknown who asks: may or may not create, get, update, delete namespaces, /,
  ],
] as const satisfies readonly (readonly [string, Parameters<typeof reviews>[0], RegExp])[])(
  "who asks may do %s",
  async (_, decide, expected) => {
    const [only, ...more] = await findingsOf(RIGHTS, reviews(decide), SLURM);
    expect(only).toMatch(expected);
    expect(more).toEqual([]);
  },
);
