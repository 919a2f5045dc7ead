import { join } from "node:path";
import { CHARTS } from "../../../config/facts/versions";
import { scaleGuard } from "../../../constructs/slurm/scale-guard";
import { scaledObject } from "../../../constructs/slurm/job-scaling";
import type { ScaledObject } from "../../../constructs/kubernetes/custom-resources";
import type { Api } from "../../../scripts/control-plane/api";
import { builtVersions, findOrBuild } from "../../../scripts/control-plane/programs";
import { withControlPlane } from "../../../scripts/control-plane/start";
import { scaledPools } from "../../../stacks/slurm-scaling";
import { comes, stays } from "../../helpers/comes";
import { installDefinitions } from "../../helpers/definitions";
import { sample } from "../../helpers/environment";
import {
  forMetrics,
  isKedaBuilt,
  KEDA_FOLDER,
  kedaKinds,
  makeCertificates,
  withKeda,
  type Keda,
} from "../../helpers/keda-controllers";
import { followSpecs, nameOf, NAMESPACE, NODESET, NODESETS, Slurmctld } from "../../helpers/pretended-slurmctld";
import { Prometheus } from "../../helpers/prometheus";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();
/** From 1.35 an autoscaler has a tolerance of its own. */
const BUILT = builtVersions({ env: process.env }).find((version) => Number(version.split(".")[1]) >= 35);
if (!isKedaBuilt)
  console.warn(
    `${KEDA_FOLDER} is not there: what KEDA itself does is not tried. To build it: test/fixtures/keda/build.sh VERSION FOLDER`,
  );
const withControllers = isKedaBuilt && BUILT !== undefined && Prometheus.isThere() ? describe : describe.skip;

const [MOST, IDLE_SECONDS] = [24, 8];
const scaledBy = { kind: "karpenter" };
const cpu = { instanceType: "m7i.4xlarge", scaledBy };
const { env } = sample({
  nodeGroups: {
    prep: { ...cpu, nodes: { max: MOST } },
    kept: { ...cpu, instanceType: "c7i.4xlarge", nodes: { min: 2, max: 4 } },
  },
  slurm: { partitions: { prep: { nodeGroups: ["prep"] }, kept: { nodeGroups: ["kept"] } } },
});
const OBJECTS = scaledPools(env, env.slurm!, NAMESPACE).map((pool) =>
  scaledObject(pool, { release: "slurm", namespace: NAMESPACE }),
);

const GUARD = scaleGuard({
  namespace: NAMESPACE,
  nodeSets: ["slurm-worker-prep"],
  kedaNamespace: CHARTS.keda.namespace,
});
const ADMISSION = "/apis/admissionregistration.k8s.io/v1";
const listOf = ({ kind }: { kind: string }) =>
  `${ADMISSION}/${kind === "ValidatingAdmissionPolicy" ? "validatingadmissionpolicies" : "validatingadmissionpolicybindings"}`;

const SCALED = `/apis/keda.sh/v1alpha1/namespaces/${NAMESPACE}/scaledobjects`;

/** The object with seconds instead of minutes, and with a Prometheus of this machine. */
function hastened(object: ScaledObject, serverAddress: string, metadata: object = {}): object {
  const copy = structuredClone(object) as unknown as {
    spec: {
      pollingInterval: number;
      cooldownPeriod: number;
      advanced: {
        horizontalPodAutoscalerConfig: {
          behavior: { scaleDown: { stabilizationWindowSeconds: number } };
        };
      };
      triggers: [{ metadata: object }];
    };
  };
  const { spec } = copy;
  [spec.pollingInterval, spec.cooldownPeriod] = [1, IDLE_SECONDS];
  spec.advanced.horizontalPodAutoscalerConfig.behavior.scaleDown.stabilizationWindowSeconds = IDLE_SECONDS;
  Object.assign(spec.triggers[0].metadata, { serverAddress, ...metadata });
  return copy;
}

/** What became of two pools, in the order in which it was looked at. */
async function tried(api: Api, keda: Keda, slurmctld: Slurmctld, prometheus: Prometheus) {
  const replicas = async (pool: string) =>
    ((await api.ask("GET", `${NODESETS}/${nameOf(pool)}`)).body as { spec: { replicas: number } }).spec.replicas;
  const becomes = async (pool: string, wanted: number, seconds = 60) => {
    await comes(async () => (await replicas(pool)) === wanted, seconds);
    return replicas(pool);
  };
  const remains = (pool: string, wanted: number, seconds = 2 * IDLE_SECONDS) =>
    stays(async () => (await replicas(pool)) === wanted, seconds);
  let isOver = false;
  const following = followSpecs(api, slurmctld, () => isOver);
  const found: Record<string, unknown> = {};
  try {
    for (const pool of ["prep", "kept"]) {
      slurmctld.tells(pool, {});
      await api.create(NODESETS, { apiVersion: "slinky.slurm.net/v1beta1", kind: "NodeSet", metadata: { name: nameOf(pool) }, spec: { replicas: 0 } }); // prettier-ignore
    }
    for (const object of GUARD) await api.create(listOf(object), object);
    for (const object of OBJECTS) await api.create(SCALED, hastened(object, prometheus.url));
    found["least"] = [await becomes("kept", 2), await replicas("prep")];

    slurmctld.tells("prep", { jobs_max_job_nodes_nohold: 3 });
    found["a job of three"] = await becomes("prep", 3);
    slurmctld.tells("prep", { nodes_alloc: 3, jobs_max_job_nodes_nohold: 17 });
    found["beside them one of 17"] = await becomes("prep", 20);
    // less than a tenth more
    slurmctld.tells("prep", { nodes_alloc: 20, jobs_max_job_nodes_nohold: 1 });
    found["one node more than 20"] = await becomes("prep", 21);
    slurmctld.tells("prep", { nodes_alloc: 21, jobs_max_job_nodes_nohold: 80 });
    found["more than there may be"] = await becomes("prep", MOST);
    found["and no more"] = await remains("prep", MOST, 4);

    slurmctld.tells("prep", { nodes_alloc: 5 });
    const since = Date.now();
    found["five work"] = await becomes("prep", 5);
    found["seconds until idle nodes went"] = (Date.now() - since) / 1000;

    prometheus.hangs();
    found["Prometheus hangs"] = await remains("prep", 5);
    await keda.restartOperator();
    found["and the operator is new"] = [await remains("prep", 5), await remains("kept", 2, 1)];
    prometheus.goesOn();
    slurmctld.answers(false);
    found["slurmctld does not answer"] = [await remains("prep", 5), await remains("kept", 2, 1)];
    slurmctld.tells("prep", { nodes_alloc: 5, jobs_max_job_nodes_nohold: 2 });
    slurmctld.answers(true);
    found["it answers again"] = await becomes("prep", 7);

    slurmctld.tells("prep", {});
    const idle = Date.now();
    found["nothing is left"] = await becomes("prep", 0);
    found["seconds until the last went"] = (Date.now() - idle) / 1000;
    found["the least stay"] = await remains("kept", 2, 1);

    // what this proves nothing without: where no answer counts as zero, and nobody guards the last node, the same controllers take all
    slurmctld.tells("prep", { nodes_alloc: 5 });
    found["five again"] = await becomes("prep", 5);
    const [careless] = (hastened(OBJECTS[0]!, prometheus.url, { ignoreNullValues: "true" }) as ScaledObject).spec
      .triggers;
    await api.patch(`${SCALED}/${nameOf("prep")}`, { spec: { triggers: [careless] } });
    slurmctld.answers(false);
    found["no answer as zero"] = [await becomes("prep", 1), await remains("prep", 1)];
    for (const object of GUARD.toReversed()) await api.remove(`${listOf(object)}/${object.metadata.name}`);
    found["and without a guard"] = await becomes("prep", 0);
    return found;
  } finally {
    isOver = true;
    await following;
  }
}

withControllers("KEDA itself, and the autoscaler of Kubernetes", () => {
  let found: Record<string, unknown>;

  beforeAll(async () => {
    const program = await findOrBuild(BUILT!.split(".").slice(0, 2).join("."), {
      env: process.env,
      tell: () => {},
    });
    const certificates = join(temporary(), "certificates");
    makeCertificates(certificates);
    const slurmctld = new Slurmctld();
    const prometheus = await Prometheus.asking(await slurmctld.listens());
    try {
      found = await withControlPlane({ program, env: process.env, more: forMetrics(certificates) }, async (plane) => {
        await plane.api.create("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
        await installDefinitions(plane.api, [...kedaKinds(), NODESET]);
        return withKeda(plane, { certificates, watchNamespace: NAMESPACE }, (keda) =>
          tried(plane.api, keda, slurmctld, prometheus),
        );
      });
    } finally {
      slurmctld.stop();
      await prometheus.stop();
    }
  });

  test("a pool has its least number of nodes, and the others none", () => {
    expect(found["least"]).toEqual([2, 0]);
  });

  test("it gets as many nodes as jobs have, and the largest one that waits needs, beyond a tenth more, and never more than it may", () => {
    expect(found).toMatchObject({
      "a job of three": 3,
      "beside them one of 17": 20,
      "one node more than 20": 21,
      "more than there may be": MOST,
      "and no more": true,
    });
  });

  test("nodes without a job go after they were idle for long enough, and not before", () => {
    expect(found).toMatchObject({ "five work": 5, "nothing is left": 0, "the least stay": true });
    for (const of of ["seconds until idle nodes went", "seconds until the last went"])
      expect(found[of]).toBeGreaterThanOrEqual(IDLE_SECONDS - 1);
  });

  test("while Prometheus or slurmctld does not answer, nothing is changed, also by an operator that begins anew", () => {
    expect(found).toMatchObject({
      "Prometheus hangs": true,
      "and the operator is new": [true, true],
      "slurmctld does not answer": [true, true],
      "it answers again": 7,
    });
  });

  test("the last node stays as long as there are jobs, whatever the metric says; without the guard it goes", () => {
    expect(found).toMatchObject({
      "five again": 5,
      "no answer as zero": [1, true],
      "and without a guard": 0,
    });
  });
});
