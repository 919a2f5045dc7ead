import { missingIn, nodeDemands } from "../../../scripts/preflight/node-demand";
import { runningInstances } from "../../../scripts/preflight/instances";
import { instances, type Running } from "../../helpers/preflight-check";
import { pretendedAws } from "../../helpers/pretended-aws";
import { sample, type Change } from "../../helpers/environment";

async function demands(change: Change = {}, ...running: Running[]) {
  const found = nodeDemands(sample(change).env, await runningInstances(pretendedAws(instances(...running))));
  return Object.fromEntries(found.map((demand) => [demand.name, demand]));
}

test("groups and system nodes at full size, as they are bought", async () => {
  const found = await demands();
  expect(Object.keys(found)).toEqual(["h100", "cpu", "system nodes"]);
  expect(found["h100"]).toMatchObject({ nodes: 4, purchase: "reservation", zones: ["us-east-1a"], rootVolumeGiB: 200 });
  expect(found["cpu"]).toMatchObject({ nodes: 3, purchase: "on-demand", zones: ["us-east-1a", "us-east-1b"] });
  expect(found["system nodes"]).toMatchObject({ nodes: 3, instanceType: "m7i.xlarge", rootVolumeGiB: 100 });
});

test("interfaces of the template, and those that pods take beside the first", async () => {
  const found = await demands({ nodeGroups: { small: { instanceType: "m7i.large", nodes: 1 } } });
  // 28 addresses for pods: 49 on an interface of p5, 29 of m7i.4xlarge, 14 of m7i.xlarge; m7i.large has three interfaces at most
  expect(found["h100"]?.interfaces).toBe(33);
  expect(found["cpu"]?.interfaces).toBe(1);
  expect(found["system nodes"]?.interfaces).toBe(2);
  expect(found["small"]?.interfaces).toBe(3);
});

test("nodes that run are those of the environment and the group", async () => {
  const found = await demands(
    {},
    { id: "i-1", type: "p5.48xlarge", group: "h100" },
    { id: "i-2", type: "m7i.xlarge", group: "system" },
    { id: "i-3", type: "m7i.4xlarge", group: "gone" },
    { id: "i-4", type: "p5.48xlarge" },
  );
  const ids = (name: string) => found[name]?.running.map(({ id }) => id);
  expect([ids("h100"), ids("cpu"), ids("system nodes")]).toEqual([["i-1"], [], ["i-2"]]);
});

test("another environment's nodes are not one's own", async () => {
  const aws = pretendedAws(instances({ type: "p5.48xlarge", group: "h100" }));
  const [h100] = nodeDemands(sample({ name: "other" }).env, await runningInstances(aws));
  expect(h100?.running).toEqual([]);
});

test("nodes are spread over the zones of their group", async () => {
  const found = await demands(
    {},
    { type: "m7i.4xlarge", group: "cpu", zone: "us-east-1b" },
    { type: "m7i.xlarge", group: "system", zone: "us-east-1a" },
    { type: "m7i.xlarge", group: "system", zone: "us-east-1a" },
    { type: "m7i.xlarge", group: "system", zone: "us-east-1a" },
  );
  const missing = (name: string) =>
    ["us-east-1a", "us-east-1b", "us-east-1c"].map((zone) => missingIn(found[name]!, zone));
  expect(missing("h100")).toEqual([4, 0, 0]);
  expect(missing("cpu")).toEqual([2, 1, 0]);
  expect(missing("system nodes")).toEqual([0, 2, 0]);
});
