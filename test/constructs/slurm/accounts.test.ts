import { accountsScript } from "../../../constructs/slurm/accounts";
import { slurmLayout } from "../../../stacks/slurm-layout";
import { sample } from "../../helpers/environment";
import { POLICIES } from "../../helpers/slurm-policies";
import { CPU, onlyGroup, runScript, slurmSample } from "../../helpers/slurm";

/** A sacctmgr that remembers nothing: `known` is what its lists hold. */
function run(
  options: { known?: string; tres?: string; answer?: string; layout?: ReturnType<typeof slurmSample> } = {},
) {
  const { known = "", tres = "cpu|\ngres|gpu\ngres|gpu:h100", answer = "true", layout = slurmSample() } = options;
  return runScript(accountsScript(layout), {
    files: { known, tres },
    stubs: {
      sacctmgr: `case "$*" in *"list tres"*) cat "$FOLDER/tres" ;; *list*) cat "$FOLDER/known" ;; *) ${answer} ;; esac`,
      sleep: "exit 0",
      scontrol: 'case "$*" in show*) cat "$FOLDER/known" ;; esac',
    },
    env: { RAILYARD_WAIT: "10" },
  });
}

const changes = (result: ReturnType<typeof run>) =>
  result.calls.flatMap((call) => /^sacctmgr -i (.*)/.exec(call)?.[1] ?? []);

describe("the script for accounts", () => {
  test("makes every QOS before another names it", () => {
    const all = changes(run()).filter((c) => c.includes(" qos "));
    const made = all.flatMap((c) => /^add qos name=(\S+)/.exec(c)?.[1] ?? []);
    expect(made).toEqual(["normal", "scavenger", "standard", "team-vision", "team-language", "high"]);
    expect(all.slice(0, made.length).every((c) => c.startsWith("add qos"))).toBe(true);
    expect(all.slice(made.length).map((c) => /^modify qos where name=(\S+)/.exec(c)?.[1])).toEqual([
      "normal",
      "scavenger",
      "standard",
      "team-vision",
      "team-language",
      "high",
    ]);
    expect(all).toContain(
      "modify qos where name=high set Priority=1000 Preempt=scavenger,standard,team-vision,team-language",
    );
  });

  test("says of every name that it is one: set and where are words of sacctmgr", () => {
    for (const change of changes(run()).filter((c) => c.startsWith("add "))) expect(change).toMatch(/^add \w+ name=\S/);
  });

  test("lets GPU partitions refuse jobs without a GPU, and no other", () => {
    expect(changes(run())).toContain("modify qos where name=normal set MinTRESPerJob=gres/gpu=1 Flags=DenyOnLimit");
    expect(changes(run()).filter((c) => c.includes("MinTRES"))).toHaveLength(1);
  });

  test("takes limits on GPUs away where there are none any more, and names none where there never was one", () => {
    const before = changes(run({ layout: onlyGroup(CPU) }));
    expect(before).toContain("modify qos where name=normal set MinTRESPerJob=gres/gpu=-1 Flags=DenyOnLimit");
    expect(before.join("\n")).toContain("GrpTRES=gres/gpu=-1,billing=-1");
    const never = changes(run({ layout: onlyGroup(CPU), tres: "cpu|" }));
    expect(never).toContain("modify qos where name=normal set Flags=DenyOnLimit");
    expect(never.join("\n")).toContain("GrpTRES=billing=-1");
    expect(never.join("\n")).not.toMatch(/gres|TRES(PerJob)?=( |$)/m);
    expect(never).toHaveLength(before.length);
  });

  test("gives a team its quota in a QOS of its own, with room for all CPU jobs, and refuses what is larger", () => {
    const all = changes(run());
    // 64 GPUs at 100, and 10 CPU nodes of 60 CPUs
    expect(all).toContain(
      "modify qos where name=team-vision set Priority=100 Preempt=scavenger GraceTime=300 Flags=DenyOnLimit GrpTRES=gres/gpu=64,billing=7000",
    );
    expect(all).toContain(
      "modify qos where name=team-language set Priority=100 Preempt=scavenger GraceTime=300 Flags=DenyOnLimit GrpTRES=gres/gpu=-1,billing=-1",
    );
  });

  test("counts the share of CPU jobs on GPU nodes into the room beside a quota", () => {
    const base = slurmSample();
    const share = { ...base.partitions[0]!, name: "share", default: false, cpusPerNode: 8 };
    const layout = slurmSample({ partitions: [base.partitions[0]!, share] });
    expect(changes(run({ layout })).join("\n")).toContain("GrpTRES=gres/gpu=64,billing=6528");
  });

  test("gives jobs that are preempted five minutes, and high none to lose", () => {
    const graced = changes(run()).filter((c) => c.includes("GraceTime=300"));
    expect(graced.map((c) => /name=(\S+)/.exec(c)?.[1])).toEqual([
      "scavenger",
      "standard",
      "team-vision",
      "team-language",
    ]);
  });

  test("takes an old quota from the account, and QOS without a quota with it; what an administrator gave stays", () => {
    const set = "modify account where name=vision set Fairshare=100 GrpTRES=gres/gpu=-1 QOS=team-vision,scavenger";
    const all = changes(run());
    expect(all).toContain(`${set} DefaultQOS=team-vision`);
    expect(changes(run({ known: "|normal,scavenger\nada|high" }))).toContain(`${set} DefaultQOS=team-vision`);
    expect(changes(run({ known: "|high,normal,standard,team-old" }))).toContain(`${set},high DefaultQOS=team-vision`);
    expect(all).toContain("modify account where name=root set QOS=standard,scavenger DefaultQOS=standard");
  });

  test("makes accounts before their users, and all QOS before both", () => {
    const all = changes(run());
    const at = (text: string) => all.findIndex((c) => c.startsWith(text));
    expect(at("add user name=ada account=vision")).toBeGreaterThan(at("add account name=vision"));
    expect(at("add account name=vision")).toBeGreaterThan(at("modify qos where name=high"));
  });

  test("adds nothing that is there", () => {
    const qos = ["scavenger", "normal", "standard", "team-vision", "team-language", "high"];
    const known = [...qos, "railyard", "vision", "language", "root", "ada", "grace"].join("\n");
    expect(changes(run({ known })).filter((c) => c.startsWith("add"))).toEqual([]);
  });

  test("tells of users whom config does not know, and lets them be", () => {
    const result = run({ known: "ada\neve" });
    expect(result.output).toContain("account vision also has eve, who is not in config");
    expect(result.output).not.toContain("account vision also has ada");
    expect(changes(result).join("\n")).not.toContain("delete");
  });

  test("waits for the GPUs that slurmctld registers, and fails when they do not come", () => {
    const result = run({ tres: "cpu|\ngres|gpu" });
    expect(result.status).toBe(1);
    expect(result.output).toContain("has not registered its resources with slurmdbd: gres|gpu:h100");
    expect(changes(result)).toEqual([]);
  });

  test("takes it as done when nothing changes", () => {
    expect(run({ answer: 'echo " Nothing modified"; exit 1' }).status).toBe(0);
  });

  test.each([
    ["an exit code", "echo bad; exit 1"],
    ["an error in words", 'echo "sacctmgr: error: no"'],
    ["an option that it does not know", 'echo " Unknown option: Foo"'],
  ])("fails in the end on %s, after it has tried everything", (_, answer) => {
    const result = run({ answer });
    expect(result.status).toBe(1);
    expect(result.output).toContain("accounting is not as config says");
    expect(changes(result).at(-1)).toContain("language");
  });

  const policies = () => {
    const { env } = sample(POLICIES);
    return slurmLayout(env, env.slurm!);
  };

  test("sets limits of a QOS, and marks in its description which of them hang on config", () => {
    const all = changes(run({ layout: policies(), tres: "cpu|\ngres|gpu\ngres|gpu:h100\ngres|gpu:l40s" }));
    expect(all.filter((c) => c.includes("name=urgent"))).toEqual([
      "add qos name=urgent Description=QOS urgent of config",
      "modify qos where name=urgent set Priority=500 Preempt=scavenger,burst-vision,standard,team-research,team-interns,team-vision UsageFactor=2 GraceTime=300 Flags=DenyOnLimit GrpTRES=gres/gpu=16 MaxTRESPerUser=gres/gpu:h100=8 MaxTRESPerAccount=gres/gpu=8 MaxTRESPerJob=gres/gpu=8 GrpTRESRunMins=gres/gpu=3840 MaxWall=0-04:00:00 PreemptExemptTime=0-00:05:00 MaxJobsPerUser=2",
      "modify qos where name=urgent set Description=QOS urgent of config [config: qos grptres+gres/gpu maxtresperuser+gres/gpu:h100 maxtresperaccount+gres/gpu maxtresperjob+gres/gpu grptresrunmins+gres/gpu maxwall preemptexempttime maxjobsperuser]",
    ]);
  });

  test("takes from QOS whom they no longer preempt before any is set, and empties no list name by name", () => {
    const known = "urgent|debug,scavenger,standard\ndebug|urgent\nhandmade|urgent\nnormal|debug";
    const all = changes(run({ known, layout: policies(), tres: "cpu|\ngres|gpu\ngres|gpu:h100\ngres|gpu:l40s" }));
    expect(all.filter((c) => /Preempt(?:-=|=$)/.test(c))).toEqual([
      "modify qos where name=urgent set Preempt-=debug",
      "modify qos where name=debug set Preempt=",
    ]);
    const first = all.findIndex((c) => c.startsWith("modify qos") && c.includes("Priority="));
    expect(all.findLastIndex((c) => /Preempt(?:-=|=$)/.test(c))).toBeLessThan(first);
    expect(all.find((c) => c.startsWith("modify qos where name=debug set Priority"))).not.toContain("Preempt");
  });

  test("gives teams below their part of what is above, and those without limits the QOS of the next one that has any", () => {
    const all = changes(run({ layout: policies(), tres: "cpu|\ngres|gpu\ngres|gpu:h100\ngres|gpu:l40s" }));
    const of = (start: string) => all.find((c) => c.startsWith(start));
    // 32 of research, 8 of them vision's; the types and hours are its own
    expect(of("modify qos where name=team-research")).toContain("GrpTRES=gres/gpu=24,billing=");
    expect(of("modify qos where name=team-research")).toContain(",gres/gpu:h100=24 GrpTRESRunMins=gres/gpu=240000");
    expect(of("modify qos where name=team-vision")).toContain("GrpTRES=gres/gpu=8,billing=");
    expect(of("modify qos where name=burst-vision")).toContain("Priority=50 Preempt=scavenger");
    expect(all.some((c) => c.includes("name=team-speech"))).toBe(false);
    expect(of("add account name=speech")).toContain("parent=research");
    expect(of("modify account where name=speech set Fairshare")).toContain(
      "QOS=team-research,scavenger,debug DefaultQOS=team-research",
    );
    expect(of("modify account where name=vision set Fairshare")).toContain(
      "QOS=team-vision,scavenger,debug,burst-vision,urgent DefaultQOS=team-vision",
    );
    expect(all).toContain("add coordinator account=research name=ada");
    expect(all).toContain("modify user where name=jane.doe set DefaultAccount=vision");
  });

  test("lets slurmctld read its files again where partitions are closed to somebody, and not elsewhere", () => {
    const tres = "cpu|\ngres|gpu\ngres|gpu:h100\ngres|gpu:l40s";
    expect(run({ layout: policies(), tres }).calls).toContain("scontrol reconfigure");
    expect(run().calls.join("\n")).not.toContain("scontrol reconfigure");
  });

  test("ends reservations that config no longer has, and none of people", () => {
    const known =
      "ReservationName=railyard-plan-old X=\nReservationName=railyard-off-hours X=\nReservationName=party X=";
    const { calls } = run({ known });
    expect(calls.filter((call) => call.startsWith("scontrol delete"))).toEqual([
      "scontrol delete ReservationName=railyard-plan-old",
    ]);
  });

  test("takes away what the last config had set, and nothing else", () => {
    const marked = "x [config: maxwall grptres+gres/gpu:h100 usagefactor qos+urgent parent]";
    const all = changes(run({ known: marked }));
    expect(all).toContain("modify qos where name=team-vision set maxwall=-1");
    expect(all).toContain("modify qos where name=team-vision set grptres=gres/gpu:h100=-1");
    expect(all).toContain("modify qos where name=team-vision set UsageFactor=1");
    expect(all).toContain("modify account where name=vision set parent=root");
    expect(all).toContain("modify account where name=vision set Description=team vision");
    const unmarked = changes(run({ known: "x" }));
    expect(unmarked.join("\n")).not.toMatch(/set (?:grptres|maxwall|parent|Description)/);
  });

  test("tells of teams, QOS and people that config no longer has, and removes them where it says so", () => {
    const known = "old|railyard\nteam-old|x\nown|[config: qos]\nhand|by hand\neve";
    const seen = run({ known });
    for (const words of ["account old is of a team", "QOS team-old is not", "QOS own is not", "also has eve"])
      expect(seen.output).toContain(words);
    expect(seen.output).not.toMatch(/(?:account|QOS) hand is/);
    expect(changes(seen).filter((c) => c.startsWith("remove"))).toEqual([]);
    const removed = changes(run({ known, layout: slurmSample({ prune: true }) })).filter((c) => c.startsWith("remove"));
    expect(removed).toContain("remove account where name=old");
    expect(removed).toContain("remove qos where name=team-old");
    expect(removed).toContain("remove qos where name=own");
    expect(removed).toContain("remove user where name=eve account=vision");
    expect(removed.join("\n")).not.toMatch(/(?:account|qos) where name=hand/);
  });

  test("limits no GPUs where there are none", () => {
    const result = run({ layout: onlyGroup(CPU), tres: "cpu|" });
    expect(result.status).toBe(0);
    expect(changes(result).join("\n")).not.toContain("gres/gpu=64");
  });
});
