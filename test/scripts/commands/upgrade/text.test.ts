import { jobImageLines } from "../../../../scripts/commands/upgrade/job-images";
import { slurmJump } from "../../../../scripts/commands/upgrade/chart-steps";
import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { planUpgrade } from "../../../../scripts/commands/upgrade/plan";
import { matrixText, planText } from "../../../../scripts/commands/upgrade/text";
import { NOW, type Change } from "../../../helpers/environment";
import { liveAnswers, loadedSample, type LiveVersions } from "../../../helpers/upgrade-live";

function text(change: Change = {}, versions: LiveVersions | null = null): string {
  const live = versions === null ? null : liveAnswers(versions);
  const newest = newestOf(live);
  const loaded = loadedSample(change);
  const plan = planUpgrade({ loaded, newest, to: undefined, unanswered: live?.unanswered ?? [], now: NOW });
  return planText({ plan, asOf: newest.asOf, jobImages: jobImageLines(loaded.resolved) });
}

test("what is up to date is told without fuss, and who was asked", () => {
  expect(text()).toMatch(/^sample {2}· {2}us-east-1 {2}· {2}Kubernetes 1\.36 {2}· {2}as the facts say; --live asks/);
  expect(text()).toContain("Nothing is behind that could be upgraded.");
  expect(text()).not.toMatch(/\bbehind {2}/);
  expect(text({}, {})).toContain("asked on 2026-11-21");
});

test("steps are numbered, with what to edit, deploy, expect and look at", () => {
  const shown = text({ cluster: { version: "1.34" } });
  expect(shown).toMatch(
    /^Kubernetes +1\.34 +1\.36 +behind +standard support until 2026-12-02, in 11 days; EKS offers 1\.37 as well, which Railyard does not choose by itself$/m,
  );
  expect(shown).toMatch(/^1\. Kubernetes 1\.34 → 1\.35\n {3}changes {2}control plane: 1\.34 → 1\.35\n {12}vpc-cni/m);
  expect(shown).toContain("   deploy   npm run cdktf -- deploy sample-cluster sample-nodes\n");
  expect(shown).toContain("2. Kubernetes 1.35 → 1.36");
  expect(shown).toContain("   look at  look for removed APIs first");
});

test("what gave no answer is told with what to do, the same reason once", () => {
  const denied = { text: "eks:DescribeAddonVersions is not permitted.", fix: "Give it." };
  const unanswered = [
    { subject: "vpc-cni", ...denied },
    { subject: "lws", text: "lws.test gave no answer: ENOTFOUND", fix: "Look." },
    { subject: "coredns", ...denied },
  ];
  expect(text({}, { unanswered })).toContain("Nothing is known to be behind; see below for what nobody answered.");
  expect(text({}, { unanswered })).toMatch(
    /Unknown\n {2}vpc-cni, coredns: eks:DescribeAddonVersions is not permitted\. Give it\.\n {2}lws: lws\.test gave no answer: ENOTFOUND\. Look\.$/,
  );
});

test("the matrix has every bond with its source", () => {
  const matrix = matrixText();
  expect(matrix).toMatch(/gpu-operator 26\.7 +supports +kubernetes 1\.33 to 1\.36 +NVIDIA\/cloud-native-docs/);
  expect(matrix).toMatch(/cuda 13 +requires +nvidia-driver 580 and later +https:\/\/docs\.nvidia\.com/);
  expect(matrix).toMatch(/efa-installer 1\.51\.0 +brings +libfabric 2\.7\.0amzn2\.0/);
  expect(matrix).toContain("What is not listed is unknown.");
});

test("images of jobs fit the driver that is known, and no other is guessed", () => {
  const lines = (release: string) =>
    jobImageLines(loadedSample({ nodeGroups: { h100: { image: { kind: "al2023", release } } } }).resolved);
  expect(lines("1.36.2-20260724")[0]).toBe("h100: driver 580, for CUDA 13, CUDA 12, CUDA 11");
  expect(lines("1.36.4-20261003")[0]).toContain("h100: the driver of its image is unknown here");
  expect(lines("1.36.4-20261003")).toContain(
    "EFA installer 1.50.0: libfabric 2.6.0amzn1.0, driver 3.3.0, aws-ofi-nccl 1.21.1, NCCL 2.17.1 and later, NCCL 2.31.2 tested",
  );
  expect(lines("1.36.4-20261003")[1]).toMatch(/^EFA installer 1\.51\.0 \(newest\)/);
  const tcp = loadedSample({ nodeGroups: { h100: { fabric: { kind: "none" } } }, lustre: { efa: false } });
  expect(jobImageLines(tcp.resolved)).toHaveLength(1);
});

test.each([
  ["25.11", "26.05", 0],
  ["24.11", "26.05", 0],
  ["24.05", "26.05", 1],
])("Slurm %s → %s: %i reasons against it", (was, will, reasons) => {
  expect(slurmJump(was, will)).toHaveLength(reasons);
});

test("a jump of Slurm that loses jobs says by how much", () => {
  expect(slurmJump("24.05", "26.05")[0]).toBe(
    "Slurm 24.05 → 26.05 passes 4 major releases; 3 keep jobs and state (https://slurm.schedmd.com/upgrades.html)",
  );
});
