import { jobSubmitScript } from "../../../constructs/slurm/job-submit";
import { slurmConf } from "../../../constructs/slurm/slurm-conf";
import { configFiles } from "../../../constructs/slurm/slurm-values";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { sample } from "../../helpers/environment";
import { allocated, CPU, GB200, H100, slurmSample } from "../../helpers/slurm";
import { POLICIES } from "../../helpers/slurm-policies";

const submit = { timeLimit: "required", leaves: {} } as const;
const tableOf = (text: string | null, name: string) => new RegExp(`^local ${name} = (.*)$`, "m").exec(text ?? "")?.[1];

describe("job_submit.lua", () => {
  test("is there where config asks for it, with the setting that loads it, and nowhere else", () => {
    expect(configFiles(slurmSample())).not.toHaveProperty(["job_submit.lua"]);
    expect(slurmConf(slurmSample())).not.toHaveProperty("JobSubmitPlugins");
    const layout = slurmSample({ submit });
    expect(configFiles(layout)["job_submit.lua"]).toBe(jobSubmitScript(layout));
    expect(slurmConf(layout)).toHaveProperty("JobSubmitPlugins", "lua");
  });

  test("knows of each partition its GPUs, its longest time, and whom it is closed to", () => {
    const { env } = sample(POLICIES);
    const text = jobSubmitScript(slurmLayout(env, env.slurm!));
    const partitions = tableOf(text, "PARTITIONS");
    expect(partitions).toContain(
      '["train"] = { ["name"] = "train", ["counts"] = { ["h100"] = 8 }, ["for_gpus"] = true',
    );
    expect(partitions).toContain('["longest"] = "48:00:00", ["denies"] = { ["interns"] = "small or prep" }');
    expect(partitions).toContain('["leaf"] = { ["nodes"] = 2, ["wait_seconds"] = 300 }');
    expect(tableOf(text, "DEFAULT_PARTITION")).toBe('"train"');
    expect(tableOf(text, "NO_GPUS")).toBe('"prep"');
    expect(tableOf(text, "LIMITS_BY_TYPE")).toBe("true");
  });

  test("knows which QOS are for some partitions alone, also where a job names a partition that config does not have", () => {
    const { env } = sample(POLICIES);
    const text = jobSubmitScript(slurmLayout(env, env.slurm!));
    expect(tableOf(text, "QOS_ONLY_IN")).toBe('{ ["urgent"] = "train" }');
    expect(text).toContain("if closes or (#known == 0 and next(QOS_ONLY_IN) ~= nil) then");
    // no answer comes before it, neither to a new job nor to one that is changed
    for (const start of ["local function check_person", "function slurm_job_modify"]) {
      const asked = text!.slice(text!.indexOf(start));
      expect(asked.indexOf("check_qos(choice, job.qos or ")).toBeGreaterThan(0);
      expect(asked.indexOf("check_qos(choice, job.qos or ")).toBeLessThan(asked.indexOf("check_gpus(job, choice)"));
    }
    expect(text).toContain('check_qos(choice, job.qos or default_of(job, "default_qos", said, names)');
    expect(text).toContain('string.gmatch(string.lower(names), "[^,%s]+")');
  });

  test("knows the times of QOS below what jobs get that say none, where such jobs are taken, and nothing of them elsewhere", () => {
    const of = (timeLimit: string, defaultHours: number) => {
      const { env } = sample({
        ...POLICIES,
        slurm: {
          ...POLICIES.slurm,
          partitions: { ...POLICIES.slurm.partitions, train: { ...POLICIES.slurm.partitions.train, defaultHours } },
          submit: { timeLimit },
        },
      });
      return jobSubmitScript(slurmLayout(env, env.slurm!));
    };
    expect(tableOf(of("default", 24), "QOS_MINUTES")).toBe('{ ["urgent"] = 240, ["debug"] = 60 }');
    expect(tableOf(of("default", 24), "PARTITIONS")).toContain('["minutes"] = { ["usual"] = 1440, ["most"] = 2880 }');
    for (const text of [of("default", 1), of("required", 24)]) {
      expect(tableOf(text, "QOS_MINUTES")).toBe("nil");
      expect(tableOf(text, "PARTITIONS")).not.toContain("minutes");
    }
  });

  test("knows NVLink domains where all nodes of a partition have some", () => {
    const only = { name: "only", nodeGroups: ["gb200"], default: true, maxHours: 24, defaultHours: 1, priority: 1 };
    const layout = slurmSample({ submit, nodeGroups: [GB200], partitions: [only] });
    expect(tableOf(jobSubmitScript(layout), "PARTITIONS")).toContain('["domain"] = { ["nodes"] = 18, ["count"] = 2 }');
    const h100 = allocated("device-plugin", H100);
    const mixed = slurmSample({
      submit,
      nodeGroups: [GB200, h100],
      partitions: [{ ...only, nodeGroups: ["gb200", "h100"] }],
    });
    expect(tableOf(jobSubmitScript(mixed), "PARTITIONS")).not.toContain("domain");
  });

  test("leaves GPUs without a type alone where no limit is by type", () => {
    expect(tableOf(jobSubmitScript(slurmSample({ submit, nodeGroups: [H100, CPU] })), "LIMITS_BY_TYPE")).toBe("false");
  });
});
