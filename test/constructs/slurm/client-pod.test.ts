import { clientPodSpec, type ClientPodProps } from "../../../constructs/slurm/client-pod";
import type { Json } from "../../helpers/synth";

const spec = (props: Partial<ClientPodProps> = {}): Json =>
  clientPodSpec({
    name: "tool",
    namespace: "slurm",
    release: "slurm",
    configMap: "tool-files",
    script: "tool.sh now",
    image: "tools",
    placement: {
      nodeSelector: { role: "system" },
      tolerations: [{ key: "system", operator: "Exists", effect: "NoSchedule" }],
    },
    restartPolicy: "Never",
    ...props,
  });

test("Slurm's commands are authenticated before the script begins", () => {
  const [, daemon, wait, script] = spec().containers[0].command[2].split("\n");
  expect(daemon).toBe("sackd -D --conf-server slurm-controller.slurm:6817 &");
  expect(wait).toContain("/run/slurm/sack.socket");
  expect(script).toBe("exec bash /opt/railyard/tool.sh now");
});

test("the key comes from the release, readable for root alone, and its socket is in memory", () => {
  const { volumes } = spec({ release: "other", namespace: "there" });
  expect(volumes[1]).toMatchObject({ secret: { secretName: "other-auth-slurm", defaultMode: 0o600 } });
  expect(volumes[2]).toEqual({ name: "run", emptyDir: { medium: "Memory" } });
  expect(spec({ release: "other", namespace: "there" }).containers[0].command[2]).toContain("other-controller.there");
});

test("it has no token of Kubernetes, and the nodes that it is given", () => {
  expect(spec()).toMatchObject({
    automountServiceAccountToken: false,
    restartPolicy: "Never",
    nodeSelector: { role: "system" },
  });
  expect(spec().tolerations).toHaveLength(1);
});

test("variables are there where there are any", () => {
  expect(spec().containers[0]).not.toHaveProperty("env");
  expect(spec({ env: [{ name: "A", value: "b" }] }).containers[0].env).toEqual([{ name: "A", value: "b" }]);
  const label = { name: "A", label: "example.com/job" };
  expect(spec({ env: [label] }).containers[0].env).toEqual([
    { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.labels['example.com/job']" } } },
  ]);
});
