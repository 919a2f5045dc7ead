import { CHART_KEYS, unknownKeysOf, wrongFormsOf } from "../../../config/facts/chart-keys";
import { CHARTS } from "../../../config/facts/versions";
import { HELM_VALUE_KEY_RULES } from "../../../config/platform/helm-value-key-rules";
import { sample } from "../../helpers/environment";
import { valuesOf } from "../../helpers/release";
import { synthStacks } from "../../helpers/stacks";
import type { Json } from "../../helpers/synth";
import { ruleCases } from "../../helpers/rule-cases";

const values = (helmValues: object) => ({ platform: { helmValues } });

ruleCases(HELM_VALUE_KEY_RULES, {
  "platform/unknown-helm-value": {
    severity: "error",
    trips: [
      {
        when: "a slip of the pen",
        change: values({ "gpu-operator": { drvier: { enabled: true } } }),
        at: ["platform", "helmValues", "gpu-operator", "drvier"],
        message: ['gpu-operator v26.7.0 reads no value "drvier"'],
        fix: ["did you mean driver?"],
      },
      {
        when: "a key like no other",
        change: values({ "slurm-operator": { completelyDifferent: 1 } }),
        at: ["platform", "helmValues", "slurm-operator", "completelyDifferent"],
        message: ["completelyDifferent"],
        fix: ["one of: ", "operator"],
      },
      {
        when: "a slip of the pen below",
        change: values({ "gpu-operator": { driver: { enabeld: true } } }),
        at: ["platform", "helmValues", "gpu-operator", "driver", "enabeld"],
        message: ['gpu-operator v26.7.0 reads no value "driver.enabeld"'],
        fix: ["did you mean enabled?"],
      },
      {
        when: "a slip of the pen in a subchart",
        change: values({ "kube-prometheus-stack": { grafana: { persistance: { enabled: true } } } }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "grafana", "persistance"],
        message: ["grafana.persistance"],
        fix: ["did you mean persistence?"],
      },
      {
        when: "a slip of the pen below a name of the user's own",
        change: values({ slurm: { nodesets: { h100: { slurmd: { resuorces: {} } } } } }),
        at: ["platform", "helmValues", "slurm", "nodesets", "h100", "slurmd", "resuorces"],
        message: ["nodesets.h100.slurmd.resuorces"],
        fix: ["did you mean resources?"],
      },
    ],
    passes: [
      { when: "a key of the chart", change: values({ "gpu-operator": { driver: { version: "1" } } }) },
      { when: "a subchart", change: values({ "kube-prometheus-stack": { grafana: { enabled: false } } }) },
      { when: "global", change: values({ "cert-manager": { global: {} } }) },
      {
        when: "maps whose keys are the user's own",
        change: values({
          slurm: { controller: { extraConfMap: { KillWait: "90" } }, configFiles: { "mpi.conf": "PMIxDebug=1" } },
          "kube-prometheus-stack": { prometheus: { prometheusSpec: { podMetadata: { labels: { mine: "1" } } } } },
          "cert-manager": { nodeSelector: { mine: "1" }, securityContext: { fsGroup: 1 } },
        }),
      },
    ],
  },
  "platform/helm-value-form": {
    severity: "error",
    trips: [
      {
        when: "a switch where the chart has a map",
        change: values({ "gpu-operator": { driver: false } }),
        at: ["platform", "helmValues", "gpu-operator", "driver"],
        message: ['"driver" is a boolean, but gpu-operator v26.7.0 takes a map there'],
        fix: ["a map with one of: ", "enabled"],
      },
      {
        when: "a list where the chart has a map",
        change: values({ slurm: { nodesets: { h100: { slurmd: ["x"] } } } }),
        at: ["platform", "helmValues", "slurm", "nodesets", "h100", "slurmd"],
        message: ['"nodesets.h100.slurmd" is a list', "takes a map"],
        fix: ["a map with one of: "],
      },
      {
        when: "a map where the chart has a single value",
        change: values({ "gpu-operator": { driver: { enabled: { yes: true } } } }),
        at: ["platform", "helmValues", "gpu-operator", "driver", "enabled"],
        message: ["is a map", "takes true or false"],
        fix: ["write true or false"],
      },
      {
        when: "a map where the chart has one value of some form",
        change: values({ "gpu-operator": { driver: { repository: { of: "mine" } } } }),
        at: ["platform", "helmValues", "gpu-operator", "driver", "repository"],
        message: ["is a map", "takes a single value or a list"],
        fix: ["write a single value or a list"],
      },
      {
        when: "text where the chart has a switch",
        change: values({ "gpu-operator": { driver: { enabled: "yes" } } }),
        at: ["platform", "helmValues", "gpu-operator", "driver", "enabled"],
        message: ['"driver.enabled" is text, but gpu-operator v26.7.0 takes true or false there'],
        fix: ["write true or false"],
      },
      {
        when: "text where a subchart is switched off",
        change: values({ "kube-prometheus-stack": { grafana: { enabled: "false" } } }),
        at: ["platform", "helmValues", "kube-prometheus-stack", "grafana", "enabled"],
        message: ["is text", "takes true or false"],
      },
      {
        when: "a number where the chart's schema has text",
        change: values({ "cert-manager": { clusterResourceNamespace: 1 } }),
        at: ["platform", "helmValues", "cert-manager", "clusterResourceNamespace"],
        message: ['"clusterResourceNamespace" is a number', "takes text"],
      },
      {
        when: "a switch where the chart's schema has a number",
        change: values({ "cert-manager": { replicaCount: true } }),
        at: ["platform", "helmValues", "cert-manager", "replicaCount"],
        message: ['"replicaCount" is a boolean', "takes a number"],
      },
      {
        when: "a list where the chart's schema has a map of the user's own",
        change: values({ "cert-manager": { nodeSelector: ["mine"] } }),
        at: ["platform", "helmValues", "cert-manager", "nodeSelector"],
        message: ["is a list", "takes a map"],
      },
    ],
    passes: [
      {
        when: "0 and 1 for a switch, as templates take them",
        change: values({ "gpu-operator": { driver: { enabled: 1 } } }),
      },
      {
        when: "a number or text where a chart prints what it is given",
        change: values({ "gpu-operator": { driver: { version: 580 } } }),
      },
      { when: "a value of the chart's form", change: values({ "gpu-operator": { driver: { enabled: true } } }) },
      { when: "null, which takes a value away", change: values({ "gpu-operator": { driver: null } }) },
      { when: "maps that are the user's own", change: values({ "cert-manager": { nodeSelector: { mine: "1" } } }) },
    ],
  },
});

test("keys are those of the charts that are pinned, and of all of them", () => {
  expect(Object.keys(CHART_KEYS).sort()).toEqual(Object.keys(CHARTS).sort());
  for (const tree of Object.values(CHART_KEYS)) expect(Object.keys(tree).length).toBeGreaterThan(0);
});

test("every value that Railyard itself gives a chart is one that the chart reads, in its form", () => {
  const stacks = synthStacks(sample({ checkpoints: { mountpoint: true }, idle: {} }).env);
  const unread = Object.values(stacks)
    .flatMap((stack) => Object.values<Json>(stack.resource?.helm_release ?? {}))
    .flatMap((release) => {
      const tree = CHART_KEYS[release.chart as keyof typeof CHART_KEYS];
      return tree
        ? [...unknownKeysOf(tree, valuesOf(release)), ...wrongFormsOf(tree, valuesOf(release))].map(
            ({ path }) => `${release.chart} ${path.join(".")}`,
          )
        : [];
    });
  expect(unread).toEqual([]);
});
