import { slurmConf } from "../../../constructs/slurm/slurm-conf";
import { CPU, GB200, H100, onlyGroup, slurmSample } from "../../helpers/slurm";

describe("slurmConf", () => {
  test("is text throughout: Helm changes numbers and drops what is false", () => {
    for (const [key, value] of Object.entries(slurmConf(slurmSample()))) {
      expect([key, typeof value]).toEqual([key, "string"]);
      expect(value).not.toBe("");
    }
  });

  test("has what the operator does not write any more", () => {
    expect(slurmConf(slurmSample())).toMatchObject({
      GresTypes: "gpu",
      SelectType: "select/cons_tres",
      ProctrackType: "proctrack/cgroup",
      TaskPlugin: "task/cgroup,task/affinity",
      PrologFlags: "Contain",
      ReturnToService: "2",
    });
  });

  test("counts GPUs by type, once each, and enforces limits", () => {
    const layout = slurmSample({
      nodeGroups: [H100, { ...H100, name: "other" }, GB200, CPU],
      partitions: [
        {
          name: "a",
          nodeGroups: ["h100", "other", "gb200", "cpu"],
          default: true,
          maxHours: 1,
          defaultHours: 1,
          priority: 1,
        },
      ],
    });
    expect(slurmConf(layout)).toMatchObject({
      AccountingStorageTRES: "gres/gpu,gres/gpu:gb200,gres/gpu:h100",
      AccountingStorageEnforce: "associations,limits,qos,safe",
    });
  });

  test("says nothing of GPUs where no partition has any", () => {
    const conf = slurmConf({ ...onlyGroup(CPU), nodeGroups: [CPU, H100] });
    expect(conf).not.toHaveProperty("GresTypes");
    expect(conf).not.toHaveProperty("AccountingStorageTRES");
  });

  test("looks as far ahead as the longest job runs", () => {
    const { SchedulerParameters = "" } = slurmConf(slurmSample());
    expect(SchedulerParameters.split(",")).toContain("bf_window=20160");
  });

  test("looks no further ahead than Slurm takes, which would then look a day ahead", () => {
    const partitions = slurmSample().partitions.map((partition) => ({ ...partition, maxHours: 8760 }));
    const { SchedulerParameters = "" } = slurmConf(slurmSample({ partitions }));
    expect(SchedulerParameters.split(",")).toContain("bf_window=43200");
  });

  test.each([
    [16, "64"],
    [33, "128"],
    [600, "2048"],
  ])("has room for twice the nodes: %d give %s", (maxNodes, count) => {
    expect(slurmConf(onlyGroup({ ...H100, maxNodes }))["MaxNodeCount"]).toBe(count);
  });

  test("has a lost node's job run again within three minutes", () => {
    const { SlurmdTimeout, SchedulerParameters = "" } = slurmConf(slurmSample());
    const delay = /(?:^|,)requeue_delay=(\d+)/.exec(SchedulerParameters)?.[1];
    // a node counts as lost up to half a SlurmdTimeout late, and the main scheduler looks once a minute
    expect(1.5 * Number(SlurmdTimeout) + Number(delay) + 60).toBeLessThanOrEqual(180);
  });

  test("counts as usage what is dearest, and tells jobs that are preempted", () => {
    expect(slurmConf(slurmSample())).toMatchObject({
      PriorityFlags: "MAX_TRES",
      PreemptParameters: "send_user_signal",
    });
  });

  test("does not ask for preemption without saying by what", () => {
    expect(slurmConf(slurmSample())).toMatchObject({ PreemptType: "preempt/qos", PreemptMode: "REQUEUE" });
  });

  test("hides no data that metrics need", () => {
    expect(slurmConf(slurmSample())).not.toHaveProperty("PrivateData");
  });

  test("looks for the health check where pods mount it, not in /etc/slurm", () => {
    expect(slurmConf(slurmSample())["HealthCheckProgram"]).toBe("/opt/railyard/health-check.sh");
  });

  test("mutes the glob's complaint with Pyxis only", () => {
    expect(slurmConf(slurmSample())["DebugFlags"]).toBe("GLOB_SILENCE");
    expect(slurmConf(slurmSample({ containers: { kind: "none" } }))).not.toHaveProperty("DebugFlags");
  });

  test("offers PMIx only where config says that the image has it", () => {
    expect(slurmConf(slurmSample())).not.toHaveProperty("MpiDefault");
    expect(slurmConf(slurmSample({ mpi: "pmix" }))["MpiDefault"]).toBe("pmix");
  });

  test("switches IMEX on for NVLink over nodes only", () => {
    expect(slurmConf(onlyGroup(GB200))["SwitchType"]).toBe("switch/nvidia_imex");
    expect(slurmConf(slurmSample())).not.toHaveProperty("SwitchType");
  });
});
