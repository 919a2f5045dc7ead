import { NODE_CHECKS, type NodeCheck } from "../../../config/facts/node-checks";
import {
  checkFiles,
  checkItems,
  checkTable,
  healthFacts,
  momentScript,
  nodeChecksScript,
} from "../../../constructs/slurm/node-checks";
import { CPU, H100, runScript, type ScriptRun } from "../../helpers/slurm";

const check = (name: string, change: Partial<NodeCheck> = {}): NodeCheck => ({
  name,
  platform: "any",
  moments: ["first-job", "prolog", "health"],
  limitSeconds: 5,
  fault: "hardware",
  reaction: "drain",
  mends: "look",
  asks: "",
  source: "",
  ...change,
});

/** Two hours before the look. */
const EARLIER = new Date(Date.now() - 7_200_000).toISOString().slice(0, 19);

interface Node {
  readonly checks?: readonly NodeCheck[];
  /** What scripts of checks do, by name; a check without one finds nothing. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** As sinfo has them: state, time of the reason, reason. */
  readonly state?: string;
  readonly when?: string;
  readonly reason?: string;
  /** Lines "name|time|features|reason" of drained nodes. */
  readonly drained?: readonly string[];
  /** The same, of those that are drained while this one is. */
  readonly meanwhile?: readonly string[];
  readonly moment?: string;
  readonly accepted?: boolean;
  /** A check that did not answer at the last look. */
  readonly silent?: string;
  readonly uptime?: string;
  /** When all its GPUs were reset, seconds since 1970. */
  readonly mended?: number;
  readonly resume?: "checks" | "people";
}

function look(node: Node): ScriptRun & { readonly log: string; readonly changes: string[] } {
  const { checks = [check("one")], state = "idle", when = "Unknown", reason = "none", drained = [] } = node;
  const run = runScript(nodeChecksScript(), {
    files: {
      "node.env": `EXPECTED_GPUS=8\n${healthFacts(H100, {
        resume: node.resume ?? "checks",
        groups: { h100: { checks, drainsAtOnce: 2, drainsPerHour: 1 } },
      })}`,
      checks: checkTable(checks),
      ...Object.fromEntries(checks.map(({ name }) => [`check-${name}.sh`, node.scripts?.[name] ?? "exit 0\n"])),
      uptime: `${node.uptime ?? "90000.10"} 1.0\n`,
      answer: `${state}|${when}|${reason}\n`,
      drained: drained.map((line) => `${line}\n`).join(""),
      log: "",
      meanwhile: (node.meanwhile ?? []).map((line) => `${line}\n`).join(""),
      ...(node.silent !== undefined && { [`run/silent-${node.silent}`]: "" }),
      ...(node.mended !== undefined && { "run/mended": `${node.mended}\n` }),
      ...(node.accepted !== false && { "run/accepted": "" }),
    },
    env: {
      SLURMD_NODENAME: "n1",
      RAILYARD_STATE: "$FOLDER/run",
      RAILYARD_LOG: "$FOLDER/log",
      RAILYARD_UPTIME: "$FOLDER/uptime",
      RAILYARD_SETTLE: "0",
      TZ: "UTC",
    },
    stubs: {
      sinfo:
        'case "$*" in *--states=drain*) cat "$FOLDER/drained" ;; *) [ -s "$FOLDER/answer" ] && grep -v "^|" "$FOLDER/answer" ;; esac',
      // others drain themselves in the same second
      scontrol: `${node.meanwhile ? 'case "$*" in *state=drain*) cat "$FOLDER/meanwhile" >>"$FOLDER/drained"; sed -i "s/^.*/drained|x|${4#reason=}/" "$FOLDER/answer" ;; esac; ' : ""}exit 0`,
    },
    args: [node.moment ?? "health"],
  });
  const changes = run.calls.flatMap((call) => /^scontrol update nodename=n1 (.*)/.exec(call)?.[1] ?? []);
  return { ...run, log: run.file("log") ?? "", changes };
}

const finds = (text: string) => `echo "${text}"; exit 1\n`;
const ours = (text = "railyard: hardware: one: x") => ({ state: "drained", when: EARLIER, reason: text });

describe("a look at a node", () => {
  test("leaves a sound one alone", () => {
    const run = look({});
    expect([run.status, run.changes, run.log]).toEqual([0, [], ""]);
  });

  test("drains it with whose fault it is, by which check, and what it found", () => {
    const run = look({ scripts: { one: finds("7 of 8 GPUs answer") } });
    expect(run.changes).toEqual(["state=drain reason=railyard: hardware: one: 7 of 8 GPUs answer"]);
    expect(run.log).toContain("drained: railyard: hardware: one: 7 of 8 GPUs answer");
    expect(run.file("run/accepted")).toBeUndefined();
  });

  test("names the first finding of the table, and takes words for what they are", () => {
    const checks = [check("one"), check("two", { fault: "fabric" }), check("three")];
    const run = look({ checks, scripts: { two: finds("* ~ \\$(touch x)"), three: finds("other") } });
    expect(run.changes).toEqual(["state=drain reason=railyard: fabric: two: * ~ $(touch x)"]);
  });

  test("tells what is to be told, and drains nothing for it", () => {
    const checks = [check("one", { fault: "user", reaction: "tell" })];
    const run = look({ checks, scripts: { one: finds("XID 31 on GPU 0") } });
    expect(run.changes).toEqual([]);
    expect(run.log).toContain("health: user: one: XID 31 on GPU 0");
  });

  test("takes a check that hangs twice for a finding that is nobody's fault", () => {
    const hangs = { checks: [check("one", { limitSeconds: 1 })], scripts: { one: "sleep 30\n" } };
    const once = look(hangs);
    expect([once.changes, once.log]).toEqual([[], expect.stringContaining("one: does not answer within 1 s")]);
    const run = look({ ...hangs, silent: "one" });
    expect(run.changes).toEqual(["state=drain reason=railyard: unknown: one: does not answer within 1 s"]);
  });

  test("takes a check that cannot tell for no finding", () => {
    const run = look({ scripts: { one: "exit 2\n" } });
    expect([run.changes, run.log]).toEqual([[], expect.stringContaining("unknown: one: cannot be told")]);
  });

  test("asks all at one time", () => {
    const checks = Array.from({ length: 8 }, (_, number) => check(`c${number}`));
    const scripts = Object.fromEntries(checks.map(({ name }) => [name, "sleep 1\n"]));
    const before = Date.now();
    look({ checks, scripts });
    expect(Date.now() - before).toBeLessThan(6000);
  });

  test.each(["drained", "draining", "drained*", "down", "down*", "failing"])(
    "leaves a node alone that is %s by somebody",
    (state) => {
      const run = look({ state, when: EARLIER, reason: "by hand", scripts: { one: finds("x") } });
      expect(run.changes).toEqual([]);
    },
  );

  test("does not drain a node that has not registered yet", () => {
    const run = look({ state: "", when: "", reason: "", scripts: { one: finds("x") } });
    expect(run.changes).toEqual([]);
  });

  test("drains no more nodes of a pool at one time than config says", () => {
    const bad = { scripts: { one: finds("x") } };
    const of = (name: string, when = EARLIER, pool = "h100") =>
      `${name}|${when}|${pool},other|railyard: hardware: one: y`;
    expect(look({ ...bad, drained: [of("n2"), of("n3")] }).changes).toEqual([]);
    expect(look({ ...bad, drained: [of("n2"), of("n3")] }).log).toContain("not drained: 2 nodes of h100 are");
    // a node in two partitions counts once, one of another pool or of a person not at all
    expect(look({ ...bad, drained: [of("n2"), of("n2")] }).changes).toHaveLength(1);
    const others = [
      of("n2"),
      of("n3", EARLIER, "cpu"),
      `n4|${EARLIER}|h100|by hand`,
      `n5|${EARLIER}|h100|railyard: off hours`,
    ];
    expect(look({ ...bad, drained: others }).changes).toHaveLength(1);
  });

  test("goes back where others were first in the same second, and keeps what a person does meanwhile", () => {
    const of = (name: string, when: string) => `${name}|${when}|h100|railyard: hardware: one: y`;
    const bad = { scripts: { one: finds("x") } };
    const late = look({ ...bad, meanwhile: [of("m1", EARLIER), of("m2", EARLIER), of("n1", EARLIER)] });
    expect(late.changes).toEqual(["state=drain reason=railyard: hardware: one: x", "state=undrain"]);
    expect(late.file("run/accepted")).toBe("");
    const first = look({ ...bad, meanwhile: [of("n1", EARLIER), of("n2", EARLIER), of("n3", EARLIER)] });
    expect(first.changes).toEqual(["state=drain reason=railyard: hardware: one: x"]);
  });

  test("and no more within an hour", () => {
    const lately = new Date(Date.now() - 60_000).toISOString().slice(0, 19);
    const drained = [`n2|${lately}|h100|railyard: hardware: one: y`];
    expect(look({ scripts: { one: finds("x") }, drained }).changes).toEqual([]);
  });
});

describe("before the first job", () => {
  const first = [check("one", { moments: ["first-job"] })];

  test.each(["health", "prolog"])("a node is asked more at %s, once", (moment) => {
    const run = look({ checks: first, accepted: false, moment, scripts: { one: 'touch "$FOLDER/asked"\n' } });
    expect([run.file("asked"), run.file("run/accepted")]).toEqual(["", ""]);
    expect(look({ checks: first, moment, scripts: { one: finds("x") } }).changes).toEqual([]);
  });

  test("not beside a job", () => {
    expect(look({ checks: first, accepted: false, state: "mixed", scripts: { one: finds("x") } }).changes).toEqual([]);
  });

  test("a prolog sends the job elsewhere where it finds something", () => {
    const run = look({ checks: first, accepted: false, moment: "prolog", scripts: { one: finds("x") } });
    expect([run.status, run.changes]).toEqual([1, ["state=drain reason=railyard: hardware: one: x"]]);
    expect(run.file("run/accepted")).toBeUndefined();
  });

  test("a prolog whose node may not be drained lets the job begin", () => {
    const of = (name: string) => `${name}|${EARLIER}|h100|railyard: hardware: one: y`;
    const run = look({ moment: "prolog", drained: [of("n2"), of("n3")], scripts: { one: finds("x") } });
    expect([run.status, run.changes]).toEqual([0, []]);
  });

  test("a prolog of a node that somebody has drained meanwhile sends the job away, and keeps the reason", () => {
    const run = look({ moment: "prolog", state: "draining", reason: "by hand", scripts: { one: finds("x") } });
    expect([run.status, run.changes]).toEqual([1, []]);
  });

  test("an epilog does not fail, for Slurm would drain the node with words of its own", () => {
    const checks = [check("one", { moments: ["epilog"] })];
    const run = look({ checks, moment: "epilog", scripts: { one: finds("x") } });
    expect([run.status, run.changes.length]).toEqual([0, 1]);
  });
});

describe("a node that a check has drained", () => {
  test("is taken back when every check passes", () => {
    const run = look(ours());
    expect(run.changes).toEqual(["state=resume"]);
    expect(run.file("run/accepted")).toBe("");
    expect(run.log).toContain("takes jobs again, after: railyard: hardware: one: x");
  });

  test("stays while one finds something, and those of the first job are asked", () => {
    const checks = [check("one"), check("two", { moments: ["first-job"] })];
    const run = look({ ...ours(), checks, scripts: { two: finds("y") } });
    expect(run.changes).toEqual([]);
    expect(run.log).toContain("stays drained: hardware two y");
  });

  test("stays for ten minutes, for what comes and goes", () => {
    const lately = new Date(Date.now() - 300_000).toISOString().slice(0, 19);
    expect(look({ ...ours(), when: lately }).changes).toEqual([]);
  });

  test("stays while jobs run on it", () => {
    expect(look({ ...ours(), state: "draining" }).changes).toEqual([]);
  });

  test("stays where people take nodes back", () => {
    expect(look({ ...ours(), resume: "people" }).changes).toEqual([]);
  });

  test("stays until it has started anew, after a fault that only a boot mends", () => {
    const checks = [check("one", { mends: "boot" })];
    const since = Date.now() / 1000 - Date.parse(`${EARLIER}Z`) / 1000;
    expect(look({ ...ours(), checks, uptime: String(since + 600) }).changes).toEqual([]);
    expect(look({ ...ours(), checks, uptime: "300.5" }).changes).toEqual(["state=resume"]);
  });

  test("is taken back without a boot once all its GPUs were reset since it was drained", () => {
    const checks = [check("one", { mends: "boot" })];
    const drainedAt = Date.parse(`${EARLIER}Z`) / 1000;
    const uptime = String(Date.now() / 1000 - drainedAt + 600);
    const reset = (seconds: number) => ({ ...ours(), checks, uptime, mended: drainedAt + seconds });
    expect(look(reset(60)).changes).toEqual(["state=resume"]);
    expect(look(reset(-60)).changes).toEqual([]);
  });

  test("is taken back without a boot where the check had only not answered", () => {
    const since = Date.now() / 1000 - Date.parse(`${EARLIER}Z`) / 1000;
    const silent = ours("railyard: unknown: one: does not answer within 15 s");
    const checks = [check("one", { mends: "boot" })];
    expect(look({ ...silent, checks, uptime: String(since + 600) }).changes).toEqual(["state=resume"]);
  });

  test("stays until a boot where its check is no longer in the table", () => {
    const since = Date.now() / 1000 - Date.parse(`${EARLIER}Z`) / 1000;
    const gone = ours("railyard: hardware: gone: x");
    expect(look({ ...gone, uptime: String(since + 600) }).changes).toEqual([]);
    expect(look({ ...gone, uptime: "300.5" }).changes).toEqual(["state=resume"]);
  });

  test.each(["by hand", "railyard: off hours", "railyard deploy: the node is replaced", "slurm-operator: cordoned"])(
    "is told from one of others: %s",
    (reason) => {
      expect(look(ours(reason)).changes).toEqual([]);
    },
  );

  test("stays with a person who drained it while the checks ran", () => {
    const scripts = { one: `echo "drained|${EARLIER}|by hand" >"$FOLDER/answer"\n` };
    expect(look({ ...ours(), scripts }).changes).toEqual([]);
  });
});

describe("a rollout", () => {
  const REASON = "railyard rollout: the node is made anew";

  test("is told whether the checks of a first job accept a node, which stays as it is", () => {
    const node = { moment: "accept", state: "drained", reason: REASON, accepted: false };
    const sound = look(node);
    expect([sound.output, sound.changes, sound.file("run/accepted")]).toEqual(["sound\n", [], ""]);
    const bad = look({ ...node, accepted: true, scripts: { one: finds("7 of 8 GPUs answer") } });
    expect(bad.output).toBe("railyard: hardware: one: 7 of 8 GPUs answer\n");
    expect([bad.status, bad.changes, bad.file("run/accepted")]).toEqual([0, [], undefined]);
  });

  test("has its drains left alone by the look of every five minutes", () => {
    expect(look(ours(REASON)).changes).toEqual([]);
  });
});

test("an unknown moment is refused", () => {
  expect(look({ moment: "other" }).status).toBe(2);
});

test("prolog and epilog let jobs begin where the scripts are not mounted yet", () => {
  expect(runScript(momentScript("prolog"), { env: { RAILYARD_CHECKS: "/no/such" } }).status).toBe(0);
  const run = runScript(momentScript("epilog"), {
    files: { program: "echo $1; exit 1\n" },
    env: { RAILYARD_CHECKS: "$FOLDER/program" },
  });
  expect([run.status, run.output]).toEqual([1, "epilog\n"]);
});

describe("files of the checks", () => {
  const health = {
    resume: "checks",
    groups: {
      h100: { checks: NODE_CHECKS, drainsAtOnce: 4, drainsPerHour: 4 },
      cpu: { checks: NODE_CHECKS.filter(({ platform }) => platform === "any"), drainsAtOnce: 2, drainsPerHour: 2 },
    },
  } as const;

  test("each group has its table, and each check one script", () => {
    const files = checkFiles([H100, CPU], health);
    expect(Object.keys(files)).toEqual([
      ...NODE_CHECKS.map(({ name }) => `check-${name}.sh`),
      "checks-h100",
      "checks-cpu",
    ]);
    expect(files["checks-h100"]).toContain("gpu-count 30 hardware drain look first-job,prolog,health\n");
    expect(files["checks-cpu"]).not.toContain("gpu-count");
    for (const group of ["h100", "cpu"])
      for (const { key } of checkItems(group, health)) expect(Object.keys(files)).toContain(key);
  });

  test("slurmd ends its health check after a minute, and a prolog waits no longer than half of it", () => {
    for (const { name, limitSeconds } of NODE_CHECKS) expect([name, limitSeconds <= 30]).toEqual([name, true]);
  });

  test("what programs do never drains", () => {
    for (const { name, fault, reaction } of NODE_CHECKS.filter((each) => each.fault === "user"))
      expect([name, fault, reaction]).toEqual([name, "user", "tell"]);
  });
});
