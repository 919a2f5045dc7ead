import { customPath } from "../../../../scripts/control-plane/kueue/custom-path";
import { resourcesOf, trialUnits } from "../../../../scripts/control-plane/kueue/units";

const POOL = {
  name: "dgx",
  nodeSelector: {},
  taints: [],
  offers: [{ resource: "nvidia.com/gpu", perGpu: 1 }],
  levels: null,
};
const teams = (gpus: Record<string, number>) =>
  Object.entries(gpus).map(([name, count]) => ({ name, share: 1, gpus: { dgx: count } }));
const units = (gpus: Record<string, number>, nodes: number) => {
  const found = trialUnits(POOL, { teams: teams(gpus) }, { perNode: 8, nodes });
  return { gpus: found.gpus, own: [...found.own], left: found.left };
};

test("pods are as large as all quotas are a multiple of, so that they fit whatever order they come in", () => {
  expect(units({ a: 24, b: 8, c: 0 }, 4)).toEqual({
    gpus: 8,
    own: [
      ["b", 1],
      ["a", 3],
    ],
    left: 0,
  });
  expect(units({ a: 20, b: 12 }, 4)).toEqual({
    gpus: 4,
    own: [
      ["b", 3],
      ["a", 5],
    ],
    left: 0,
  });
  expect(units({ a: 13, b: 13, c: 6 }, 4)).toMatchObject({ gpus: 1, left: 0 });
});

test("where that would be thousands of pods, they are whole nodes, and what is left over is known", () => {
  expect(units({ a: 4001, b: 95 }, 512)).toEqual({
    gpus: 8,
    own: [
      ["b", 11],
      ["a", 500],
    ],
    left: 8,
  });
});

test("a pod asks for as many slices as its GPUs are, and for nothing that is less than one", () => {
  const pool = {
    ...POOL,
    offers: [
      { resource: "nvidia.com/mig-1g.10gb", perGpu: 7 },
      { resource: "nvidia.com/x", perGpu: 0.25 },
    ],
  };
  expect(resourcesOf(pool, 2)).toEqual({ "nvidia.com/mig-1g.10gb": "14" });
});

test("objects are made in the list of their kind, with or without a namespace", () => {
  const of = (apiVersion: string, kind: string, namespace?: string) =>
    customPath({ apiVersion, kind, metadata: namespace === undefined ? {} : { namespace } });
  expect(of("v1", "ConfigMap", "a")).toBe("/api/v1/namespaces/a/configmaps");
  expect(of("ray.io/v1", "RayJob", "a")).toBe("/apis/ray.io/v1/namespaces/a/rayjobs");
  expect(of("kueue.x-k8s.io/v1beta2", "Cohort")).toBe("/apis/kueue.x-k8s.io/v1beta2/cohorts");
});
