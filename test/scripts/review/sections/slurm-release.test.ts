import { updated } from "../../../helpers/plan";
import { findingsOf } from "../../../helpers/reviewed";

const values = (slurmctld: string, slurmdbd: string) => [
  JSON.stringify({
    controller: { slurmctld: { image: { repository: "ghcr.io/slinkyproject/slurmctld", tag: slurmctld } } },
    accounting: { slurmdbd: { image: { repository: "ghcr.io/slinkyproject/slurmdbd", tag: slurmdbd } } },
  }),
];

const findings = (was: string, now: string, database = now) => {
  const release = { name: "slurm", chart: "slurm", version: "1.2.1", values: values(was, was) };
  const plans = { slurm: [updated("helm_release.slurm", release, { values: values(now, database) })] };
  return findingsOf("lost", { plans }).filter(({ title }) => title.includes("Slurm "));
};

test("a release that Slurm promises to read is told, with what to write down first", () => {
  const [finding, ...others] = findings("25.11.2-ubuntu24.04", "26.05.1-ubuntu26.04");
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ severity: "warning", title: expect.stringContaining("takes over from 25.11") });
  expect(JSON.stringify(finding?.safer)).toContain("cronjob/slurm-state-backup");
});

test("a jump that Slurm does not read is a danger, and the release between is named", () => {
  const [finding] = findings("24.05.8-ubuntu24.04", "26.05.1-ubuntu26.04");
  expect(finding).toMatchObject({ severity: "danger", title: expect.stringContaining("does not start") });
  expect(JSON.stringify(finding?.safer)).toContain("Slurm 24.11 first");
});

test("with no release between the two, none is named", () => {
  const [finding] = findings("21.08.8", "26.05.1");
  expect(finding).toMatchObject({ severity: "danger", title: expect.stringContaining("does not start") });
  expect(finding?.safer ?? []).toEqual([]);
});

test("a way back is a danger", () => {
  const [finding] = findings("26.05.1-ubuntu26.04", "25.11.2-ubuntu24.04");
  expect(finding).toMatchObject({
    severity: "danger",
    title: expect.stringContaining("goes back from 26.05 to 25.11"),
  });
});

test.each(["latest", "27.11.0"])("a release that nobody knows (%s) is a danger", (tag) => {
  expect(findings("26.05.1-ubuntu26.04", tag)).toMatchObject([
    { severity: "danger", title: expect.stringContaining("not known here") },
  ]);
});

test("slurmdbd alone counts, too", () => {
  expect(findings("24.05.8", "24.05.9", "26.05.1")).toMatchObject([{ severity: "danger" }]);
});

test("a release of maintenance changes nothing that is written", () => {
  expect(findings("26.05.1-ubuntu26.04", "26.05.5-ubuntu26.04")).toEqual([]);
});
