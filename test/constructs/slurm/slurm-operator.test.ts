import { Release } from "@cdktf/provider-helm/lib/release";
import { SlurmOperator } from "../../../constructs/slurm/slurm-operator";
import { valuesOf } from "../../helpers/release";
import { only, synthStack } from "../../helpers/synth";

const source = { repository: "oci://charts", chart: "slurm-operator", version: "1.0.0" };
const placement = { nodeSelector: { role: "system" }, tolerations: [{ key: "a", operator: "Exists" as const }] };

test("the Slurm operator and its webhook are two each, on system nodes, without CRDs", () => {
  const json = synthStack((stack) => {
    new SlurmOperator(stack, "o", { source, namespace: "slinky", placement });
  });
  const values = valuesOf(only(json, Release));
  expect(values.crds.enabled).toBe(false);
  expect(values.priorityClassName).toBe("system-cluster-critical");
  for (const part of [values.operator, values.webhook]) expect(part.resources.requests.memory).toMatch(/^\d+Mi$/);
  for (const part of [values.operator, values.webhook])
    expect(part).toMatchObject({ replicas: 2, nodeSelector: { role: "system" }, tolerations: [{ key: "a" }] });
});
