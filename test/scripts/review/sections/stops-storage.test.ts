import { created, deleted, replaced, updated } from "../../../helpers/plan";
import { only, findingsOf, type Reviewed } from "../../../helpers/reviewed";

const LUSTRE = { tags: { Name: "sample-lustre" }, storage_capacity: 38400, subnet_ids: ["subnet-a"] };
const storage = (...resources: ReturnType<typeof created>[]): Reviewed => ({ plans: { storage: resources } });
const address = "aws_fsx_lustre_file_system.lustre";

test("a file system that is made anew takes the ground from under whoever has it mounted", () => {
  const finding = only("stops", storage(replaced(address, LUSTRE, { subnet_ids: ["subnet-b"] })));
  expect(finding).toMatchObject({ severity: "danger", address: `sample-storage.${address}` });
  expect(finding.text).toMatch(/sample-lustre mounted hangs/);
  expect(finding.text).toMatch(/partitions: train\.[^]*volume-…/);
});

test("one that goes leaves no volume to make again, and one that comes or grows stops nobody", () => {
  const gone = only("stops", storage(deleted(address, LUSTRE)));
  expect(gone.severity).toBe("danger");
  expect(gone.text).not.toContain("volume-…");
  expect(findingsOf("stops", storage(created(address, LUSTRE)))).toEqual([]);
  expect(only("stops", storage(updated(address, LUSTRE, { storage_capacity: 57600 }))).severity).toBe("info");
});

test("without Slurm there is no partition to name", () => {
  const finding = only("stops", { before: { slurm: null, teams: null }, ...storage(deleted(address, LUSTRE)) });
  expect(finding.text).not.toContain("partitions");
});

test.each([
  ["that clients do not notice", { weekly_maintenance_start_time: "1:05:00" }],
  ["that the table of changes does not have", { tags: { Name: "sample-lustre", more: "1" } }],
])("a change %s stops nobody, whatever is changed beside it", (_, change) => {
  expect(findingsOf("stops", storage(updated(address, LUSTRE, change)))).toEqual([]);
  const both = findingsOf("stops", storage(updated(address, LUSTRE, { ...change, storage_capacity: 57600 })));
  expect(both.map(({ severity }) => severity)).toEqual(["info"]);
});

describe("exports of OpenZFS", () => {
  const ROOT = "no_root_squash";
  const exported = (clients: string, ...options: string[]) => ({
    id: "fs-1",
    root_volume_configuration: [{ nfs_exports: [{ client_configurations: [{ clients, options }] }] }],
  });
  type Values = Readonly<Record<string, unknown>>;
  const finding = (was: Values, is: Values) =>
    only("stops", storage(updated("aws_fsx_openzfs_file_system.a", was, is)));

  test.each([
    ["takes root of pods its rights", ["rw", ROOT], ["rw"], /makes root of pods nobody on it, also of those that run/],
    ["gives root of pods rights", ["rw"], ["rw", ROOT], /lets root of pods be root on it: .* files of everybody/],
    ["is about something else", ["rw", ROOT], ["ro", ROOT], /is exported in another way/],
  ])("a change that %s is a danger in these words", (_, was, is, words) => {
    const { severity, title } = finding(exported("*", ...was), exported("*", ...is));
    expect(severity).toBe("danger");
    expect(title).toMatch(words);
  });

  test("that nobody can read are told as exported in another way", () => {
    expect(
      finding(exported("*", "rw", ROOT), { id: "fs-1", root_volume_configuration: [{ nfs_exports: [] }] }).title,
    ).toMatch(/is exported in another way/);
  });
});
