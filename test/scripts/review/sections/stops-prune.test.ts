import { findingsOf, only, type Reviewed } from "../../../helpers/reviewed";

const lab = { gpus: 8, burst: 4, users: ["ada", "bob"], coordinators: ["eve"] };
const env = (teams: object, slurm: object = {}) => ({
  teams: { vision: { users: ["bob"] }, ...teams },
  slurm: { prune: true, ...slurm },
});

/** What goes from Slurm, all of it text. */
function accountGone(given: Reviewed) {
  const found = findingsOf("stops", given).filter(({ severity }) => severity === "danger");
  return { addresses: found.map(({ address }) => address), text: JSON.stringify(found) };
}

describe("an account that the deployment removes", () => {
  const given = { before: env({ lab }), after: env({}) };
  const finding = accountGone(given);

  test("is a danger with its people, its QOS, and what happens where it has jobs", () => {
    expect(finding.addresses).toEqual(["sample-slurm.config.teams.lab account"]);
    expect(finding.text).toMatch(/account lab is removed[^]*places of ada, bob and eve in it/);
    expect(finding.text).toMatch(/No team has ada and eve any more[^]*team-lab and burst-lab/);
    expect(finding.text).toMatch(/refuses it while the account has jobs: the deployment fails[^]*squeue -h -A lab/);
    expect(JSON.stringify(findingsOf("stops", given))).not.toContain("nobody looks after");
  });

  test("is another one when the team gets another name", () => {
    const renamed = accountGone({ before: env({ lab }), after: env({ atelier: lab }) });
    expect(renamed.text).toContain("Team atelier has the same people: to Slurm that is another account");
    expect(finding.text).not.toContain("the same people");
  });

  test("goes as well where config says so from now on, and stays where it no longer does", () => {
    const { addresses } = accountGone({ before: env({ lab }, { prune: false }), after: env({}) });
    expect(addresses).toEqual(["sample-slurm.config.teams.lab account"]);
    const stays = only("stops", { before: env({ lab }), after: env({}, { prune: false }) });
    expect(stays).toMatchObject({ severity: "warning" });
    expect(stays.text).toContain("until an administrator removes it");
  });
});

describe("a QOS that the deployment removes", () => {
  test("is a danger with the teams that had it", () => {
    const before = env({ vision: { qos: ["urgent"] } }, { qos: { urgent: {} } });
    const found = findingsOf("stops", { before, after: env({}) });
    const finding = found.find(({ severity }) => severity === "danger");
    expect(finding).toMatchObject({ address: "sample-slurm.config.slurm.qos.urgent" });
    expect(finding?.title).toContain("it is removed");
    expect(finding?.details).toContain("It was for vision.");
  });

  test("is told of a team that stays and has no more beyond its quota", () => {
    const found = findingsOf("stops", { before: env({ lab }), after: env({ lab: { ...lab, burst: undefined } }) });
    expect(found.filter(({ severity }) => severity === "danger").map(({ title }) => title)).toEqual([
      "QOS burst-lab is not in config any more: it is removed, and jobs that wait in it are not started.",
    ]);
  });

  test("is none where both are as before", () =>
    expect(findingsOf("stops", { before: env({ lab }), after: env({ lab }) })).toEqual([]));
});
