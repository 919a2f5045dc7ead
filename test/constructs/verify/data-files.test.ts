import {
  bucketScript,
  epochScript,
  gdsioScript,
  gromacsScript,
  hplScript,
  iorScript,
  libfabricScript,
  mdtestScript,
} from "../../../constructs/verify/check-scripts";
import { deviceRuns } from "../../../scripts/verify/checks/libfabric";
import { parseBucket } from "../../../scripts/verify/parse/bucket";
import { parseEpoch } from "../../../scripts/verify/parse/epoch";
import { parseGdsio } from "../../../scripts/verify/parse/gdsio";
import { runScript } from "../../helpers/slurm";
import { measured } from "../../helpers/verify";

const files = { "volume/kept": "x" };
const env = { RAILYARD_RUN: "7", RAILYARD_TASK: "0", RAILYARD_TASKS: "1" };
const printed = (name: string) => `cat <<'EOF'\n${measured(name)}EOF`;

test("libfabric: the second task sends to the first one over each device, in the same order", () => {
  const script = libfabricScript("efa");
  const stubs = {
    fi_info: `for name in rdmap80s0-rdm rdmap79s0-rdm rdmap80s0-rdm; do printf 'provider: efa\\n    domain: %s\\n' "$name"; done`,
    fi_rdm_tagged_bw: `printf 'bytes   iters   total       time     MB/sec    usec/xfer   Mxfers/sec\\n1m      2000    2g     0.18s  11480.10     91.34       0.01\\n'`,
  };
  const client = runScript(script, { stubs, env: { RAILYARD_TASK: "1", RAILYARD_FIRST: "node-a" } });
  expect(deviceRuns(client.output).map(({ device }) => device)).toEqual(["rdmap79s0-rdm", "rdmap80s0-rdm"]);
  expect(client.calls.join("\n")).toMatch(/fi_rdm_tagged_bw -p efa -d rdmap79s0-rdm -E=18701 .* node-a/);
  const server = runScript(script, { stubs, env: { RAILYARD_TASK: "0", RAILYARD_FIRST: "node-a" } });
  expect(server.output).toBe("");
  expect(server.calls.join("\n")).toMatch(/-d rdmap80s0-rdm -E=18702/);
});

test("IOR and mdtest: each node reads what another one wrote, and nothing stays", () => {
  const each = runScript(
    `(${iorScript({ folder: "volume", each: 4, mib: 64, files: "of-each-task" })}\n)\nls -A volume`,
    {
      files,
      env,
      stubs: { ior: "echo measured" },
    },
  );
  expect(each.output).toBe("measured\nkept\n");
  expect(each.calls).toEqual([expect.stringMatching(/-C -Q 4 -F -t 4m -b 64m -o volume\/\.railyard-verify\.7\/ior/)]);
  const one = runScript(iorScript({ folder: "volume", each: 4, mib: 64, files: "one" }), {
    files,
    env,
    stubs: { ior: "true" },
  });
  expect(one.calls.join("")).not.toContain(" -F ");
  const metadata = runScript(`(${mdtestScript({ folder: "volume", each: 4, files: 10 })}\n)\nls -A volume`, {
    files,
    env,
    stubs: { mdtest: 'mkdir -p "${@: -1}"; echo measured' },
  });
  expect(metadata.output).toBe("measured\nkept\n");
});

test("gdsio: cuFile may not fall back, and the way by the host is measured beside it", () => {
  const { output, calls } = runScript(`(${gdsioScript("volume", 64)}\n)\nls -A volume`, {
    files: { ...files, "cufile.json": '{"properties":{"allow_compat_mode":true,"rdma_dev_addr_list":["10.0.0.1"]}}' },
    env: { CUFILE_ENV_PATH_JSON: "$FOLDER/cufile.json" },
    stubs: {
      gdsio: `[[ "$*" != *"-x 0"* ]] || cat "$CUFILE_ENV_PATH_JSON"; ${printed("gdsio-direct.txt").replaceAll("\nEOF", "\nEOF\n")}`,
    },
  });
  expect(output.match(/"allow_compat_mode": false,"rdma_dev_addr_list":\["10\.0\.0\.1"\]/g)).toHaveLength(2);
  expect(output).toMatch(/kept\n$/);
  expect(calls.map((call) => /-x \d -I \d/.exec(call)?.[0])).toEqual(["-x 0 -I 1", "-x 0 -I 0", "-x 2 -I 0"]);
  expect(parseGdsio(output)).toHaveLength(3);
});

test("an epoch: three tasks read what the next one wrote, really, and the last to end removes it", () => {
  const script = epochScript({ folder: "volume", shards: 2, mib: 1 });
  const all = `for RAILYARD_TASK in 0 1 2; do export RAILYARD_TASK; (${script}\n) & done; wait; ls -A volume`;
  const { output } = runScript(all, { files, env: { ...env, RAILYARD_TASKS: "3" } });
  expect(parseEpoch(output, 3).map(({ bytes }) => bytes)).toEqual([2097152, 2097152, 2097152]);
  expect(output).toMatch(/kept\n$/);
  expect(output).not.toContain("railyard-verify");
});

test("an object is written, read, compared and removed; a refusal is told", () => {
  const script = bucketScript("s3://some-bucket/some prefix's", 1);
  const aws = `case "$1 $2" in
  "s3 cp") shift 3; case $1 in s3://*) cp "$FOLDER/object" "$2" ;; *) cp "$1" "$FOLDER/object" ;; esac ;;
  "s3api head-object") echo '"0123-4"' ;;
esac`;
  const { output, calls } = runScript(script, { env, stubs: { aws } });
  expect(parseBucket(output)).toMatchObject({ bytes: 1048576, parts: 4, same: true });
  expect(calls.find((call) => call.includes("head-object"))).toMatch(
    /--bucket some-bucket --key some prefix's\/railyard/,
  );
  expect(calls.at(-1)).toMatch(/^aws s3 rm --quiet s3:\/\/some-bucket\/some prefix's\/railyard-verify-\S+-7$/);
  const refused = runScript(script, { env, stubs: { aws: "echo denied >&2; exit 1" } });
  expect(() => parseBucket(refused.output)).toThrow(/says: write: denied/);
});

test("what is not there is told", () => {
  const shared = { folder: "volume", each: 4 };
  for (const [script, program] of [
    [iorScript({ ...shared, mib: 64, files: "one" }), "ior"],
    [mdtestScript({ ...shared, files: 10 }), "mdtest"],
    [gdsioScript("volume", 64), "gdsio"],
    [libfabricScript("efa"), "fi_rdm_tagged_bw"],
  ] as const)
    expect(runScript(script, { files, env }).output).toBe(`railyard: ${program} is not there\n`);
  expect(runScript(epochScript({ folder: "nowhere", shards: 1, mib: 1 })).output).toContain("nowhere is not there");
});

test("HPL is given its matrix and its grid; GROMACS says what refused it", () => {
  const hpl = runScript(hplScript({ order: 92_160, rows: 2, columns: 4 }), { stubs: { xhpl: "cat HPL.dat" } });
  expect(hpl.output).toMatch(/\n92160\n1 .*# of NBs\n1024 .*\n0 .*\n1 .*\n2\s*\n4\s*\n16\.0/);
  expect(runScript(hplScript({ order: 1, rows: 1, columns: 1 })).output).toBe("railyard: hpl.sh is not there\n");
  const script = gromacsScript(2, 400, "-nb cpu");
  const refused = runScript(script, { stubs: { gmx: "echo 'Fatal error:'; echo no GPU; exit 1" } });
  expect(refused.output).toContain("no GPU");
  const done = runScript(script, {
    stubs: { gmx: `case "$2" in mdrun) cat >run.log <<'EOF'\n${measured("gromacs-gpu.txt")}EOF\n;; esac` },
  });
  expect(done.output).toBe(measured("gromacs-gpu.txt"));
  expect(done.calls.at(-1)).toMatch(/mdrun -s run.tpr -nsteps 400 -resethway -noconfout -ntmpi 1 -nb cpu/);
});

test("GROMACS of NVIDIA's image is that of the newest instructions of the CPU", () => {
  const files = Object.fromEntries(
    ["avx_512", "avx2_256", "sse4.1"].map((set) => [
      `gromacs/${set}/bin/gmx`,
      `#!/bin/bash\necho "Program: gmx"; echo Fatal error:; echo ${set}; exit 1\n`,
    ]),
  );
  // no gmx but those is there, and the CPU has AVX2
  const machine = [
    "chmod +x gromacs/*/bin/gmx",
    "command() { [[ $PATH == */gromacs/* ]]; }",
    'grep() { if [ "$1" = -qw ]; then [[ "sse4_1 avx avx2" == *"$2" ]]; else env grep "$@"; fi; }',
  ].join("\n");
  const script = (place: string) => `${machine}\n${gromacsScript(2, 400, "").replaceAll("/usr/local/gromacs", place)}`;
  expect(runScript(script("$PWD/gromacs"), { files }).output).toBe("Fatal error:\navx2_256\n");
  expect(runScript(script("$PWD/nowhere"), { files }).output).toBe("railyard: gmx is not there\n");
});
