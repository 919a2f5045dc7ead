import { awaitedKinds } from "../../../scripts/control-plane/operator-kinds";
import { waitForKinds } from "../../../constructs/platform/network-operator/wait-for-kinds";
import type { ApiObject } from "../../../scripts/control-plane/api";

const jobs = (kinds: readonly string[]) =>
  waitForKinds({
    name: "w",
    namespace: "n",
    kinds,
    timeoutSeconds: 1,
    placement: { nodeSelector: {}, tolerations: [] },
  }).filter(({ kind }) => kind === "Job") as unknown as ApiObject[];

test("kinds that a Job waits for are defined, as their operator would", () => {
  const found = awaitedKinds(jobs(["ippools.nv-ipam.nvidia.com", "somebody.elses.kind"]));
  expect(found).toMatchObject([
    { metadata: { name: "ippools.nv-ipam.nvidia.com" }, spec: { names: { kind: "IPPool", plural: "ippools" } } },
  ]);
});

test("other Jobs wait for none", () => {
  expect(awaitedKinds([{ metadata: { name: "j" }, spec: { template: { spec: { containers: [{}] } } } }])).toEqual([]);
});
