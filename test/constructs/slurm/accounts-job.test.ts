import { ACCOUNTS_TIMEOUT_SECONDS, accountsJob } from "../../../constructs/slurm/accounts-job";
import type { Json } from "../../helpers/synth";

const placement = { nodeSelector: { role: "system" }, tolerations: [] };
const ofKind = (objects: readonly Json[], kind: string): Json => objects.find((o) => o.kind === kind);

describe("accountsJob", () => {
  const objects = (script: string): Json[] =>
    accountsJob({ namespace: "slurm", release: "slurm", script, image: "tools", placement });

  test("gets a new name with a new script: a Job cannot be changed", () => {
    const names = ["a", "b"].map((script) => ofKind(objects(script), "Job").metadata.name);
    expect(names[0]).toMatch(/^slurm-accounts-[0-9a-f]{8}$/);
    expect(names[0]).not.toBe(names[1]);
    expect(ofKind(objects("a"), "Job").metadata.name).toBe(names[0]);
  });

  test("runs the script of its own ConfigMap, as the controller's client", () => {
    const [files, job] = objects("echo x");
    const pod = job.spec.template.spec;
    expect(files.data).toEqual({ "accounts.sh": "echo x" });
    expect(pod.volumes[0].configMap.name).toBe(files.metadata.name);
    expect(pod.containers[0].command[2]).toContain("sackd -D --conf-server slurm-controller.slurm:6817");
    expect(pod.volumes[1].secret).toMatchObject({ secretName: "slurm-auth-slurm", defaultMode: 0o600 });
  });

  test("has no token of Kubernetes, an end, and system nodes", () => {
    const { spec } = ofKind(objects("x"), "Job");
    // an apply that waits hears of the failure, and the next one finds no failed Job in its way
    expect(spec.activeDeadlineSeconds).toBeLessThan(ACCOUNTS_TIMEOUT_SECONDS);
    expect(spec.ttlSecondsAfterFinished).toBeGreaterThan(0);
    const [{ value }] = spec.template.spec.containers[0].env;
    expect(2 * Number(value)).toBeLessThan(spec.activeDeadlineSeconds);
    expect(spec.template.spec).toMatchObject({ automountServiceAccountToken: false, nodeSelector: { role: "system" } });
  });
});
