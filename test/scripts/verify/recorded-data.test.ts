import { judgeBucket, judgeEpoch, judgeGds } from "../../../scripts/verify/judge/data";
import { judgeLibfabric } from "../../../scripts/verify/judge/libfabric";
import { judgeIor, judgeMetadata } from "../../../scripts/verify/judge/storage";
import { deviceRuns } from "../../../scripts/verify/checks/libfabric";
import { parseBucket } from "../../../scripts/verify/parse/bucket";
import { parseEpoch } from "../../../scripts/verify/parse/epoch";
import { parseGdsio } from "../../../scripts/verify/parse/gdsio";
import { parseIor } from "../../../scripts/verify/parse/ior";
import { parseMdtest } from "../../../scripts/verify/parse/mdtest";
import { UnreadableOutputError } from "../../../scripts/verify/parse/unreadable";
import type { Floor, Verdict } from "../../../scripts/verify/verdict";
import { measured } from "../../helpers/verify";

const floor = (value: number): Floor => ({ value, basis: "published", source: "https://example.com" });

/** A file system of 9,600 MB/s, and eight nodes of 100 Gbps. */
const ior = (file: string) => (): Verdict =>
  judgeIor(parseIor(measured(file)), {
    floors: { read: floor(7324), write: null },
    clientMemoryBytes: 0,
    nodes: 8,
    readsOwn: false,
    mostMiBps: 8 * 11_920,
  });
const epoch =
  (file: string, tasks = 4) =>
  (): Verdict =>
    judgeEpoch(parseEpoch(measured(file), tasks), { floor: floor(4000), mostMiBps: 11_920 });
const libfabric = (file: string) => (): Verdict =>
  judgeLibfabric(deviceRuns(measured(file)), { title: "EFA", devices: 8 });
const bucket = (file: string) => (): Verdict => judgeBucket(parseBucket(measured(file)));
const gds = (file: string) => (): Verdict => judgeGds(parseGdsio(measured(file)));

/** What someone who knows these programs would say of each output. */
const VERDICTS: readonly [name: string, judged: () => Verdict, status: Verdict["status"], finding?: RegExp][] = [
  ["eight devices of EFA that are alike", libfabric("libfabric-efa.txt"), "measured"],
  ["half of the devices", libfabric("libfabric-efa-half.txt"), "failed", /found 4 EFA devices, and not 8/],
  [
    "one slow device",
    libfabric("libfabric-efa-slow-device.txt"),
    "failed",
    /rdmap80s1-rdm carries 45\.85 Gbps, and the median of 8 devices is 91\.8\d Gbps/,
  ],
  [
    "one device that reaches nobody",
    libfabric("libfabric-efa-blocked.txt"),
    "failed",
    /rdmap79s3-rdm carried nothing: .*addresses inserted = 0/,
  ],
  ["TCP devices of a virtual machine", libfabric("libfabric-tcp.txt"), "failed", /found 2 EFA devices, and not 8/],
  ["a file system that does what it is sold with", ior("ior-lustre.txt"), "measured"],
  ["half of the servers", ior("ior-lustre-half.txt"), "failed", /Read is 4410 MiB\/s, below the floor of 7324/],
  ["reads out of the nodes' memory", ior("ior-lustre-cached.txt"), "failed", /may come from the memory of the clients/],
  ["a node that did not take part", ior("ior-lustre-seven-nodes.txt"), "failed", /ran on 7 nodes, and not on 8/],
  [
    "a file each on one virtual machine, as it was recorded",
    ior("ior-four-tasks.txt"),
    "failed",
    /ran on 1 nodes, and not on 8/,
  ],
  [
    "one file of all",
    () =>
      judgeIor(parseIor(measured("ior-one-file.txt")), {
        floors: { read: null, write: null },
        clientMemoryBytes: 0,
        nodes: 1,
        readsOwn: false,
      }),
    "measured",
  ],
  [
    "metadata of files that another task made",
    () =>
      judgeMetadata(parseMdtest(measured("mdtest-shifted.txt")), {
        "File creation": floor(15_000),
        "File stat": floor(12_000),
      }),
    "passed",
  ],
  ["an epoch of four nodes", epoch("epoch.txt"), "passed"],
  ["an epoch, as it was recorded", epoch("epoch-recorded.txt", 3), "failed", /below the floor of 4000/],
  ["one slow node", epoch("epoch-slow-node.txt"), "failed", /node-2 reads 611 MiB\/s, and the median of 4 nodes/],
  ["one node with a warm cache", epoch("epoch-cached.txt"), "failed", /faster than its network carries/],
  ["a file system without direct reads", epoch("epoch-no-direct.txt"), "failed", /nobody read past the cache/],
  ["an object in parts, as moto took it", bucket("bucket.txt"), "measured"],
  ["other bytes than were written", bucket("bucket-other-bytes.txt"), "failed", /is not what was written/],
  ["an object in one part", bucket("bucket-one-part.txt"), "failed", /not written in parts/],
  ["storage to GPUs", gds("gdsio-three-runs.txt"), "measured"],
  ["cuFile that would have fallen back", gds("gdsio-no-direct.txt"), "failed", /do not read it directly/],
  [
    "the direct way from the wrong socket",
    gds("gdsio-wrong-numa.txt"),
    "failed",
    /2\.205 GiB\/s directly, and 2\.87 GiB\/s by way of the host/,
  ],
  ["no run by the host", gds("gdsio-direct.txt"), "failed", /way by the host was not measured/],
];

test.each(VERDICTS)("%s", (_, judged, status, ...more) => {
  const [finding = /^$/] = more as RegExp[];
  const { findings, ...verdict } = judged();
  expect({ ...verdict, findings: findings.map(({ text }) => text) }).toMatchObject({ status });
  expect(findings.map(({ text }) => text).join("\n")).toMatch(finding);
  expect(findings.filter(({ fix }) => fix.trim() === "")).toEqual([]);
});

test.each<[name: string, read: () => unknown, why: RegExp]>([
  ["devices that are cut", () => deviceRuns(measured("libfabric-efa-cut.txt")), /has 5 of 8 devices: it is cut/],
  [
    "devices of two runs",
    () => deviceRuns(measured("libfabric-efa.txt").repeat(2)),
    /number of devices 2 times: several runs are mixed/,
  ],
  ["IOR whose tasks do not find each other", () => parseIor(measured("ior-no-mpi.txt")), /several runs are mixed/],
  ["an epoch without a node", () => parseEpoch(measured("epoch-cut.txt"), 4), /lines of 3 tasks, and not of 4/],
  ["an epoch that waited", () => parseEpoch(measured("epoch-late.txt"), 4), /of task 3: "others did not come/],
  ["a full file system", () => parseEpoch(measured("epoch-full.txt"), 3), /No space left on device/],
  ["an epoch of two jobs", () => parseEpoch(measured("epoch.txt").repeat(2), 4), /lines of 8 tasks/],
  ["a bucket that is not there", () => parseBucket(measured("bucket-no-bucket.txt")), /NoSuchBucket/],
  ["a copy that was cut off", () => parseBucket("bytes=1\nwriteNanoseconds=1\n"), /is cut/],
])("refuses %s", (_, read, why) => {
  expect(read).toThrow(UnreadableOutputError);
  expect(read).toThrow(why);
});
