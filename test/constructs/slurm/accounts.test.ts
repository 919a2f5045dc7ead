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
    const order = changes(run()).filter((c) => c.includes("qos"));
    expect(order.map((c) => c.split(" ").slice(0, 4).join(" "))).toEqual([
      "add qos scavenger Description=Idle",
      "modify qos where name=scavenger",
      "add qos normal Description=Everyday",
      "modify qos where name=normal",
      "add qos high Description=Before",
      "modify qos where name=high",
    ]);
    expect(order).toContain("modify qos where name=high set Priority=1000 Preempt=scavenger,normal");
  });

  test("sets the share and the limit of a team, and takes away a limit that config has no more", () => {
    const all = changes(run());
    expect(all).toContain(
      "modify account where name=vision set Fairshare=100 GrpTRES=gres/gpu=64 QOS+=scavenger,normal DefaultQOS=normal",
    );
    expect(all).toContain(
      "modify account where name=language set Fairshare=200 GrpTRES=gres/gpu=-1 QOS+=scavenger,normal DefaultQOS=normal",
    );
  });

  test("makes accounts before their users, and all QOS before both", () => {
    const all = changes(run());
    const at = (text: string) => all.findIndex((c) => c.startsWith(text));
    expect(at("add user ada account=vision")).toBeGreaterThan(at("add account vision"));
    expect(at("add account vision")).toBeGreaterThan(at("modify qos where name=high"));
  });

  test("adds nothing that is there", () => {
    const known = ["scavenger", "normal", "high", "railyard", "vision", "language", "root", "ada", "grace"].join("\n");
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
