import { prePullDaemons } from "../../../constructs/platform/pre-pull";
import { sample } from "../../helpers/environment";
import { clusterSample } from "../../helpers/cluster";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";

const IMAGES = ["nvcr.io/nvidia/pytorch:25.06-py3", "ghcr.io/a/b:1"];
const [daemon] = prePullDaemons(
  [{ name: "l40s", nodeSelector: { "railyard.dev/node-group": "l40s" }, images: IMAGES }],
  [{ key: "nvidia.com/gpu", effect: "NoSchedule" }],
) as Json[];

test("a daemon keeps each image by a container that sleeps, asks for next to nothing, and may do nothing", () => {
  const { nodeSelector, tolerations, containers, automountServiceAccountToken } = daemon.spec.template.spec;
  expect(nodeSelector).toEqual({ "railyard.dev/node-group": "l40s" });
  expect(tolerations).toEqual([{ key: "nvidia.com/gpu", operator: "Exists", effect: "NoSchedule" }]);
  expect(automountServiceAccountToken).toBe(false);
  expect(containers.map(({ image }: Json) => image)).toEqual(IMAGES);
  for (const { resources, securityContext } of containers) {
    expect(resources.requests).toEqual({ cpu: "1m", memory: "4Mi" });
    expect(securityContext).toMatchObject({ runAsNonRoot: true, allowPrivilegeEscalation: false });
  }
  expect(daemon.spec.template.metadata.labels).toMatchObject(daemon.spec.selector.matchLabels);
});

/** Its release in a synthesized environment. */
const release = (stacks: Record<string, Json>): Json | undefined =>
  Object.values<Json>(stacks["platform"]?.resource?.helm_release ?? {}).find(({ name }) => name === "pre-pull");

test("on EKS images come from their mirror, and no deployment waits for them", () => {
  const found = release(
    synthStacks(
      sample({
        nodeGroups: { cpu: { prePull: IMAGES } },
        platform: { images: { mirrors: { "ghcr.io": "registry.example.com/ghcr" } } },
      }).env,
    ),
  )!;
  expect(found.wait).toBe(false);
  const [{ spec }] = valuesOf(found).objects;
  expect(spec.template.spec.containers.map(({ image }: Json) => image)).toEqual([
    IMAGES[0],
    "registry.example.com/ghcr/a/b:1",
  ]);
});

test("in a cluster that exists as well, and nowhere without the key", () => {
  const there = release(synthStacks(clusterSample({ nodeGroups: { dgx: { prePull: IMAGES } } }).env));
  expect(valuesOf(there!).objects[0].metadata.name).toBe("pre-pull-dgx");
  expect(release(synthStacks(sample().env))).toBeUndefined();
});
