import { HARDWARE_XIDS } from "../../../config/facts/xids";
import { CHECKED_FABRICS } from "../../helpers/fabrics";
import { healthCheckScript, nodeExpectations } from "../../../constructs/slurm/health-check";
import { runScript, type ScriptRun } from "../../helpers/slurm";

interface Machine {
  readonly gpus?: number;
  readonly efa?: number;
  readonly expected?: { gpus: number; efaDevices: number; sharedPaths: readonly string[] };
  readonly dmesg?: string;
  readonly remapped?: string;
  readonly state?: string;
  readonly stubs?: Record<string, string>;
}

/** Runs the check on a machine, which has been up for 10,000 seconds. */
function check({ gpus = 8, efa = 32, dmesg = "", remapped = "", state = "IDLE", ...rest }: Machine): ScriptRun {
  const expected = rest.expected ?? { gpus: 8, efaDevices: 32, sharedPaths: [] };
  const devices = Object.fromEntries(Array.from({ length: efa }, (_, i) => [`sys/class/infiniband/rdmap${i}`, ""]));
  return runScript(healthCheckScript(CHECKED_FABRICS, expected.sharedPaths), {
    files: {
      "node.env": nodeExpectations({ ...expected, fabrics: [{ key: "efa", devices: expected.efaDevices }] }),
      uptime: "10000.25 4.00\n",
      messages: dmesg,
      ...devices,
    },
    env: { SLURMD_NODENAME: "n1", RAILYARD_SYSFS: "$FOLDER/sys", RAILYARD_UPTIME: "$FOLDER/uptime" },
    stubs: {
      "nvidia-smi": `case $1 in
        -L) for i in $(seq ${gpus}); do echo "GPU $i: NVIDIA H100 (UUID: x)"; done ;;
        --query-remapped-rows*) echo "${remapped}" ;; esac`,
      scontrol: state ? `[ "$1" = show ] && echo "NodeName=n1 Arch=x State=${state} Gres=gpu:8"; exit 0` : "exit 1",
      dmesg: `[ "$*" = "--syslog --raw" ] && cat "$FOLDER/messages"`,
      ...rest.stubs,
    },
  });
}

const drains = (run: ScriptRun) =>
  run.calls.flatMap((call) => /^scontrol update nodename=n1 state=drain reason=(.*)/.exec(call)?.[1] ?? []);

const xid = (seconds: number, number: number) =>
  `<4>[ ${seconds}.123456] NVRM: Xid (PCI:0000:53:00): ${number}, pid=1, name=python\n`;

describe("the health check", () => {
  test("leaves a sound node alone", () => {
    const run = check({});
    expect(run.status).toBe(0);
    expect(drains(run)).toEqual([]);
  });

  test("drains a node whose GPUs do not all answer, once, and says how many", () => {
    expect(drains(check({ gpus: 7, efa: 3 }))).toEqual(["railyard: 7 of 8 GPUs answer"]);
  });

  test("takes a driver that hangs as a finding, and does not wait for it", () => {
    const run = check({ stubs: { timeout: '[ "$2" = nvidia-smi ] && exit 124; shift; exec "$@"' } });
    expect(drains(run)).toEqual(["railyard: nvidia-smi hangs"]);
  });

  test.each(["0000:53:00.0, 1", "0000:53:00.0, Yes"])("drains when memory rows cannot be remapped: %s", (remapped) => {
    expect(drains(check({ remapped }))).toEqual(["railyard: GPU 0000:53:00.0 cannot remap a broken memory row"]);
  });

  test("takes rows that were remapped as sound", () => {
    expect(drains(check({ remapped: "0000:53:00.0, 0" }))).toEqual([]);
  });

  test("drains on a recent XID of the hardware", () => {
    expect(drains(check({ dmesg: xid(9800, 79) }))).toEqual(["railyard: XID 79 on GPU 0000:53:00"]);
  });

  test("and on an SXid of an NVSwitch that the driver calls fatal; not on what a process wrote", () => {
    const sxid = "<3>[ 9800.1][ T99] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 20034, Fatal, Link 30 LTSSM Fault Up\n";
    expect(drains(check({ dmesg: sxid }))).toEqual(["railyard: SXid 20034 on NVSwitch 0000:c1:00.0"]);
    expect(drains(check({ dmesg: sxid.replace("<3>", "<11>") + xid(9800, 79).replace("<4>", "<12>") }))).toEqual([]);
  });

  test.each([13, 31, 43, 94, 63])("does not drain on XID %d, which a program causes or which only warns", (number) => {
    expect(HARDWARE_XIDS).not.toContain(number);
    expect(drains(check({ dmesg: xid(9800, number) }))).toEqual([]);
  });

  test("forgets an XID after ten minutes, so that a repaired node stays resumed", () => {
    expect(drains(check({ dmesg: xid(9300, 79) }))).toEqual([]);
    expect(drains(check({ dmesg: xid(9300, 79) + "other\n" + xid(9999, 48) }))).toEqual([
      "railyard: XID 48 on GPU 0000:53:00",
    ]);
  });

  test("drains when EFA devices are missing", () => {
    expect(drains(check({ efa: 31 }))).toEqual(["railyard: 31 of 32 EFA devices are there"]);
  });

  test("drains when the shared file system does not answer", () => {
    const expected = { gpus: 8, efaDevices: 32, sharedPaths: ["/no/such/path"] };
    expect(drains(check({ expected }))).toEqual(["railyard: /no/such/path does not answer"]);
    expect(drains(check({ expected: { ...expected, sharedPaths: ["/"] } }))).toEqual([]);
    const several = (sharedPaths: string[]) => drains(check({ expected: { ...expected, sharedPaths } }));
    expect(several(["/", "/tmp"])).toEqual([]);
    expect(several(["/", "/no/such/home"])).toEqual(["railyard: /no/such/home does not answer"]);
  });

  test("looks for no GPUs and no EFA on CPU nodes", () => {
    const run = check({
      gpus: 0,
      efa: 0,
      expected: { gpus: 0, efaDevices: 0, sharedPaths: [] },
      dmesg: xid(9999, 79),
    });
    expect(drains(run)).toEqual([]);
    expect(run.calls).toEqual([]);
  });

  test.each(["IDLE+DRAIN", "DRAINED", "MIXED+DRAIN+DYNAMIC_NORM"])("keeps the reason of a node that is %s", (state) => {
    expect(drains(check({ gpus: 7, state }))).toEqual([]);
  });

  test("does not drain a node that has not registered yet", () => {
    expect(drains(check({ gpus: 7, state: "" }))).toEqual([]);
  });
});
