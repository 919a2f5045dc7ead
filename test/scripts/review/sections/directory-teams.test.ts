import type { Change } from "../../../helpers/environment";
import { findingsOf, only } from "../../../helpers/reviewed";

const vision = (groups: readonly string[], prune = false): Change => ({
  slurm: { directorySecretName: "sssd", prune },
  teams: { vision: { directoryGroups: groups } },
});

describe("groups of a directory", () => {
  test("that bring people to a team from now on are told, with how to see who they are", () => {
    const finding = only("security", { before: vision(["ml"]), after: vision(["ml", "it's all"]) });
    expect(finding).toMatchObject({
      severity: "warning",
      address: "sample-slurm.config.teams.vision.directoryGroups",
    });
    expect(finding.text).toContain("Whoever is in the group it's all of the directory may start jobs as team vision");
    expect(finding.text).toContain(String.raw`getent group 'it'\''s all'`);
  });

  test.each([
    [["ml"], false, "keeps their place in the account until it is taken away by hand"],
    [["ml"], true, "Within ten minutes, each once no job of theirs waits or runs in it"],
    [[], true, "With this deployment, which fails where one of them has a job"],
  ])("that go are told where %j stay, prune %s", (stay, prune, words) => {
    const finding = only("stops", { before: vision([...stay, "old"], prune), after: vision(stay, prune) });
    expect(finding.text).toContain("Team vision no longer gets people of the group old of the directory");
    expect(finding.text).toContain(words);
  });

  test("that stay are not told", () => {
    const all = findingsOf("security", { before: vision(["ml"]), after: vision(["ml"]) });
    expect(all).toEqual([]);
  });
});
