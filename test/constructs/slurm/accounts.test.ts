import { accountsScript } from "../../../constructs/slurm/accounts";
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
    expect(all.map((c) => c.split(" ").slice(0, 2).join(" "))).toEqual(made.flatMap(() => ["add qos", "modify qos"]));
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

  test("limits no GPUs where there are none", () => {
    const result = run({ layout: onlyGroup(CPU), tres: "cpu|" });
    expect(result.status).toBe(0);
    expect(changes(result).join("\n")).not.toContain("gres/gpu=64");
  });
});
