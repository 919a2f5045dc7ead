import { topologyAnnotator } from "../../../constructs/slurm/topology-annotator";
import type { Json } from "../../helpers/synth";

const placement = { nodeSelector: { role: "system" }, tolerations: [] };
const ofKind = (objects: readonly Json[], kind: string): Json => objects.find((o) => o.kind === kind);

describe("topologyAnnotator", () => {
  const objects = (script = "x"): Json[] =>
    topologyAnnotator({ namespace: "slurm", script, image: "tools", placement });

  test("may read and patch nodes, and nothing else", () => {
    expect(ofKind(objects(), "ClusterRole").rules).toEqual([
      { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list", "patch"] },
    ]);
    expect(ofKind(objects(), "ClusterRoleBinding").subjects).toEqual([
      { kind: "ServiceAccount", name: "topology-annotator", namespace: "slurm" },
    ]);
  });

  test("is one pod, restarted when its script changes or stops", () => {
    const { spec } = ofKind(objects(), "Deployment");
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: "Recreate" } });
    const hash = (script: string) => ofKind(objects(script), "Deployment").spec.template.metadata.annotations;
    expect(hash("a")).not.toEqual(hash("b"));
    expect(spec.template.spec.containers[0].livenessProbe.exec.command[2]).toContain("/tmp/heartbeat");
  });

  test("runs without privileges", () => {
    const { spec } = ofKind(objects(), "Deployment").spec.template;
    expect(spec.securityContext.runAsNonRoot).toBe(true);
    expect(spec.containers[0].securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    });
  });

  test("selects its own pods", () => {
    const { spec } = ofKind(objects(), "Deployment");
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  });
});
