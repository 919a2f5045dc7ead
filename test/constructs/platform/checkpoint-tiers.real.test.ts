import type { Api, ApiObject } from "../../../scripts/control-plane/api";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { comes } from "../../helpers/comes";
import { sample } from "../../helpers/environment";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const [BUILT] = builtVersions({ env: process.env });
if (BUILT === undefined) console.warn("No Kubernetes is built here: the agent of tiers is not tried on it.");
const withKubernetes = BUILT === undefined ? test.skip : test;

const ACCOUNT = "system:serviceaccount:slurm:checkpoint-tiers";
const PLACES: Readonly<Record<string, string>> = {
  ServiceAccount: "/api/v1/namespaces/slurm/serviceaccounts",
  ConfigMap: "/api/v1/namespaces/slurm/configmaps",
  Deployment: "/apis/apps/v1/namespaces/slurm/deployments",
};

/** Whether the account of the agent may do something, by the API's own answer. */
async function may(api: Api, verb: string, resource: string, group = ""): Promise<boolean> {
  const review = await api.create("/apis/authorization.k8s.io/v1/subjectaccessreviews", {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { user: ACCOUNT, resourceAttributes: { namespace: "slurm", verb, resource, group } },
  });
  return (review.status as { allowed: boolean }).allowed;
}

withKubernetes(
  "the API takes the agent of tiers as it is written, makes its one pod, and lets its account do nothing",
  async () => {
    const image = `registry.example.com/tiers@sha256:${"0".repeat(64)}`;
    const { env } = sample({ checkpoints: { archive: { every: 5000 }, agent: { image } } });
    const platform = synthStacks(env)["platform"]!;
    const release = Object.values<Json>(platform.resource.helm_release).find(
      ({ name }) => name === "checkpoint-tiers",
    )!;
    // the kind of PodMonitors comes with Prometheus
    const objects = (valuesOf(release).objects as ApiObject[]).filter(({ kind }) => kind !== "PodMonitor");
    const program = await findOrBuild(BUILT!.split(".").slice(0, 2).join("."), { env: process.env, tell: () => {} });

    await withControlPlane({ program, env: process.env }, async ({ api }) => {
      await api.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "slurm" } });
      for (const dryRun of ["&dryRun=All", ""])
        for (const object of objects) {
          const path = `${PLACES[object.kind!]}?fieldValidation=Strict${dryRun}`;
          const { status, body } = await api.ask("POST", path, object);
          expect({ kind: object.kind, status, body }).toMatchObject({ kind: object.kind, status: 201 });
        }
      expect(objects.map(({ kind }) => kind)).toEqual(["ServiceAccount", "ConfigMap", "Deployment"]);
      const pods = () =>
        api.list("/api/v1/namespaces/slurm/pods?labelSelector=app.kubernetes.io/name=checkpoint-tiers");
      expect(await comes(async () => (await pods()).length === 1, 60)).toBe(true);
      const [pod] = await pods();
      // admission has added no token and no other volume
      expect((pod!.spec.volumes as { name: string }[]).map(({ name }) => name)).toEqual(["programs", "tmp", "warm"]);
      expect(pod!.spec.serviceAccountName).toBe("checkpoint-tiers");
      const asked = [
        ["get", "secrets"],
        ["list", "pods"],
        ["create", "pods"],
        ["get", "configmaps"],
        ["delete", "persistentvolumeclaims"],
        ["create", "jobs", "batch"],
      ] as const;
      for (const [verb, resource, group] of asked)
        expect([verb, resource, await may(api, verb, resource, group)]).toEqual([verb, resource, false]);
    });
  },
);
