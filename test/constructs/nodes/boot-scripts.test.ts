import {
  bootScript,
  extraScript,
  hugepages,
  maskImex,
  retry,
  unlimitedMemlock,
} from "../../../constructs/nodes/boot-scripts";
import { runInSandbox, syntaxErrors } from "../../helpers/sandbox";

const POOL = "/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages";
const MEMINFO = "MemTotal: 1 kB\nHugepagesize:       2048 kB\n";
const QUIET_SYSTEMCTL = { systemctl: '[ "$1" != is-active ]' };

describe("bootScript", () => {
  test("stops at the first error and says which command it was", () => {
    const run = runInSandbox(bootScript(10, "topic", "false > /dev/null\necho never").text, {});
    expect(run.status).not.toBe(0);
    expect(run.output).toContain("logger --stderr --tag railyard-topic -- FAILED at line");
    expect(run.output).toContain("false");
    expect(run.output).not.toContain("never");
  });

  test("reports the end, and names the file so that scripts sort by their order", () => {
    const script = bootScript(10, "topic", "true");
    expect(script.name).toBe("10-topic.sh");
    expect(runInSandbox(script.text, {})).toMatchObject({ status: 0, output: expect.stringContaining("done") });
  });

  test("fails on an unset variable and inside a pipe", () => {
    expect(runInSandbox(bootScript(1, "t", "echo $UNSET").text, {}).status).not.toBe(0);
    expect(runInSandbox(bootScript(1, "t", "false | cat").text, {}).status).not.toBe(0);
  });
});

describe("retry", () => {
  const flaky = (failures: number) =>
    `n=$(cat "$ROOT/n" 2> /dev/null || echo 0); echo $((n + 1)) > "$ROOT/n"; [ "$n" -ge ${failures} ]`;

  test("tries again until the command succeeds", () => {
    const run = runInSandbox(bootScript(1, "t", `${retry()}\nretry flaky`).text, {
      stubs: { flaky: flaky(3), sleep: "" },
    });
    expect(run.status).toBe(0);
    expect(run.output.match(/^flaky /gm)).toHaveLength(4);
  });

  test("gives up after five attempts", () => {
    const run = runInSandbox(bootScript(1, "t", `${retry()}\nretry flaky`).text, {
      stubs: { flaky: flaky(99), sleep: "" },
    });
    expect(run.status).not.toBe(0);
    expect(run.output.match(/^flaky /gm)).toHaveLength(5);
  });
});

describe("hugepages", () => {
  /** A kernel that grants at most `limit` pages. */
  const kernel = (limit: number) => ({
    sysctl: `want=$(sed 's/.*= //' "\${2#--load=}"); echo $((want < ${limit} ? want : ${limit})) > "$ROOT${POOL}"`,
  });
  const files = (reserved: number) => ({ [POOL]: `${reserved}\n`, "/proc/meminfo": MEMINFO });

  test("reserves the pages now and on later boots", () => {
    const run = runInSandbox(hugepages(30, 5128).text, { stubs: kernel(1e9), files: files(0) });
    expect(run).toMatchObject({ status: 0, output: expect.stringContaining("5128 of 5128") });
    expect(run.file("/etc/sysctl.d/99-railyard-hugepages.conf")).toBe("vm.nr_hugepages = 5128\n");
    expect(run.file(POOL)).toBe("5128\n");
  });

  test("keeps more pages than asked for", () => {
    const run = runInSandbox(hugepages(30, 100).text, { stubs: kernel(1e9), files: files(6000) });
    expect(run.status).toBe(0);
    expect(run.file("/etc/sysctl.d/99-railyard-hugepages.conf")).toBe("vm.nr_hugepages = 6000\n");
  });

  test("fails when the kernel grants fewer", () => {
    const run = runInSandbox(hugepages(30, 5128).text, { stubs: kernel(4000), files: files(0) });
    expect(run.status).not.toBe(0);
    expect(run.output).toContain("4000 of 5128");
    expect(run.output).toContain("FAILED: memory is too fragmented");
  });

  test("fails where the default page is of another size, for the setting counts those", () => {
    const run = runInSandbox(hugepages(30, 5128).text, {
      stubs: kernel(1e9),
      files: { [POOL]: "0\n", "/proc/meminfo": "Hugepagesize:     524288 kB\n" },
    });
    expect(run.status).not.toBe(0);
    expect(run.output).toContain("FAILED: the default huge page is not 2 MiB");
    expect(run.file("/etc/sysctl.d/99-railyard-hugepages.conf")).toBeUndefined();
  });
});

describe("unlimitedMemlock", () => {
  const DROP_IN = "/etc/systemd/system/containerd.service.d/10-railyard-memlock.conf";

  test("lifts the limit for a containerd that has yet to start", () => {
    const run = runInSandbox(unlimitedMemlock(60).text, { stubs: QUIET_SYSTEMCTL });
    expect(run.status).toBe(0);
    expect(run.file(DROP_IN)).toBe("[Service]\nLimitMEMLOCK=infinity\n");
    expect(run.output).toContain("systemctl daemon-reload");
    expect(run.output).not.toContain("systemctl restart");
  });

  test("restarts a containerd that runs already", () => {
    const run = runInSandbox(unlimitedMemlock(60).text, { stubs: { systemctl: "" } });
    expect(run.output).toContain("systemctl restart containerd.service");
  });
});

describe("maskImex", () => {
  test("masks the service, and stops it where it runs", () => {
    const idle = runInSandbox(maskImex(50).text, { stubs: QUIET_SYSTEMCTL });
    expect(idle.status).toBe(0);
    expect(idle.output).toContain("systemctl mask nvidia-imex.service");
    expect(idle.output).not.toContain("systemctl stop");
    expect(runInSandbox(maskImex(50).text, { stubs: { systemctl: "" } }).output).toContain(
      "systemctl stop nvidia-imex.service",
    );
  });
});

describe("extraScript", () => {
  test("gives a bare text the same care as the others", () => {
    const script = extraScript(90, "echo hello");
    expect(script.name).toBe("90-extra.sh");
    expect(script.text).toContain("set -euo pipefail");
    expect(runInSandbox(script.text, {}).output).toContain("hello");
  });

  test("leaves a whole script as it is", () => {
    expect(extraScript(90, "#!/usr/bin/env python3\nprint(1)\n")).toEqual({
      name: "90-extra.sh",
      text: "#!/usr/bin/env python3\nprint(1)\n",
    });
  });
});

describe("all scripts", () => {
  test.each([hugepages(1, 1), unlimitedMemlock(1), maskImex(1), extraScript(1, "true")])(
    "$name is bash",
    ({ text }) => {
      expect(syntaxErrors(text)).toBe("");
      expect(text.startsWith("#!/bin/bash\nset -euo pipefail\n")).toBe(true);
    },
  );
});
