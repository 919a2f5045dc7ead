import { enrootMounts } from "../../../constructs/slurm/enroot-mounts";
import { slurmSample } from "../../helpers/slurm";

/** Path and options of each line. */
const mounts = (change: Parameters<typeof slurmSample>[0] = {}) =>
  Object.fromEntries(
    enrootMounts(slurmSample(change))
      .trim()
      .split("\n")
      .map((line) => {
        const [from, to, type, options, dump, pass, ...more] = line.split(" ");
        expect([to, type, dump, pass, more]).toEqual([from, "none", "0", "-1", []]);
        return [from, options!.split(",")];
      }),
  );

const SCRIPTS = "/opt/railyard";
const TOKEN = "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount";
const BUNDLE = "/etc/ssl/certs/ca-certificates.crt";

test("containers have the scripts, which slurmstepd runs in them, and the token of the pod", () => {
  const all = mounts();
  expect(Object.keys(all)).toEqual([SCRIPTS, TOKEN]);
  expect(all[SCRIPTS]).not.toContain("noexec");
  // no step would start without them
  expect(all[SCRIPTS]).not.toContain("nofail");
  expect(all[TOKEN]).toEqual(expect.arrayContaining(["ro", "noexec", "nofail"]));
});

test("outside AWS there is no token", () => expect(Object.keys(mounts({ region: null }))).toEqual([SCRIPTS]));

test("certificates, and what GPUDirect Storage reads, are there where the environment has them", () => {
  const all = mounts({ trustsAuthorities: true, cufile: { json: "{}", needAddresses: [] } });
  expect(Object.keys(all)).toEqual([SCRIPTS, TOKEN, "/run/railyard", BUNDLE]);
  expect(all[BUNDLE]).toContain("x-create=file");
});

test("jobs write to one, where somebody scrapes what they tell of themselves", () => {
  const options = mounts({ scrapesJobs: true })["/var/lib/railyard-telemetry"];
  expect(options).toEqual(expect.arrayContaining(["rw", "nosuid", "nodev", "noexec", "nofail"]));
});

test("a library that NCCL loads is in all containers and may be run, and an image that has it itself keeps its own", () => {
  const plugin = "/fsx/lib/libnccl-profiler-inspector.so";
  const options = mounts({ ncclInspector: plugin })[plugin]!;
  expect(options).toEqual(
    expect.arrayContaining(["x-create=file", "bind", "ro", "nosuid", "nodev", "nofail", "silent"]),
  );
  expect(options).not.toContain("noexec");
  expect(mounts({ ncclInspector: "libnccl-profiler-inspector.so" })).toEqual(mounts());
});

test("every other mount is read alone", () => {
  for (const options of Object.values(mounts({ trustsAuthorities: true })))
    expect(options).toEqual(expect.arrayContaining(["bind", "ro", "nosuid", "nodev"]));
});
