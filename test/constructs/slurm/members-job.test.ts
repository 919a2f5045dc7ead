import { accountsScript } from "../../../constructs/slurm/accounts";
import { membersJob, membersScript } from "../../../constructs/slurm/members-job";
import { runScript, slurmSample } from "../../helpers/slurm";

const layout = (prune = false) =>
  slurmSample({
    prune,
    defaultTeams: { ada: "vision", maria: "vision" },
    teams: [
      { name: "vision", share: 100, users: ["ada"], directoryGroups: ["ml; vision", "$(touch x)"] },
      { name: "language", share: 100, users: [] },
    ],
  });

/** A directory and an accounting that hold what they are given. */
function run({ groups = {}, known = "", jobs = "", prune = false }: Record<string, unknown> = {}) {
  const lines = Object.entries(groups as Record<string, string>).map(([name, people]) => `${name}:*:5000:${people}`);
  return runScript(membersScript(layout(prune as boolean))!, {
    files: {
      directory: lines.map((line) => `${line}\n`).join(""),
      known: `${known as string}\n`,
      jobs: jobs as string,
    },
    stubs: {
      getent: `[ "$1 $2 $3" = "-s sss group" ] || exit 3; grep -F -- "$4:*" "$FOLDER/directory"`,
      sacctmgr: `case "$*" in *list*) cat "$FOLDER/known" ;; esac`,
      squeue: 'cat "$FOLDER/jobs"',
    },
    env: { RAILYARD_PATIENCE: "0" },
  });
}
const changes = (result: ReturnType<typeof run>) =>
  result.calls.flatMap((call) => /^sacctmgr -i (.*)/.exec(call)?.[1] ?? []);
const both = { "ml; vision": "maria,Jane Roe", "$(touch x)": "joe" };

describe("people whom groups of a directory bring", () => {
  test("are none where no team names a group", () => {
    expect(membersScript(slurmSample())).toBeNull();
  });

  test("are added, of all groups of the team, and of no name that Slurm does not keep", () => {
    const result = run({ groups: both, known: "ada" });
    expect(result.status).toBe(0);
    expect(changes(result)).toEqual(["add user name=maria account=vision", "add user name=joe account=vision"]);
    expect(result.output).toContain("Jane Roe of the directory does not come to team vision");
    expect(result.file("x")).toBeUndefined();
  });

  test("stay as they are where one of the groups is not there, or has nobody", () => {
    const without = run({ groups: { "ml; vision": "maria" }, known: "ada\neve", prune: true });
    expect(without.status).toBe(1);
    expect(without.output).toContain("the directory has no group $(touch x), or does not answer: team vision stays");
    expect(changes(without)).toEqual([]);
    const empty = run({ groups: { "ml; vision": "", "$(touch x)": "" }, known: "ada\neve", prune: true });
    expect(empty.status).toBe(0);
    expect(empty.output).toContain("nobody is taken out of team vision");
    expect(changes(empty)).toEqual([]);
  });

  test("are told when they leave, and go with prune once they have no job", () => {
    const seen = run({ groups: both, known: "ada\nmaria\njoe\neve" });
    expect(seen.output).toContain("account vision also has eve, who is neither in config nor in its groups");
    expect(changes(seen).join("\n")).not.toContain("remove");
    const gone = run({ groups: both, known: "ada\nmaria\njoe\neve", prune: true });
    expect(changes(gone)).toContain("remove user where name=eve account=vision");
    const busy = run({ groups: both, known: "ada\nmaria\njoe\neve", prune: true, jobs: "42" });
    expect(busy.output).toContain("eve goes from vision when they have no job in it");
    expect(changes(busy).join("\n")).not.toContain("remove");
  });

  test("have a default team once they are in it", () => {
    expect(changes(run({ groups: both, known: "ada\nmaria" }))).toContain(
      "modify user where name=maria set DefaultAccount=vision",
    );
    expect(changes(run({ groups: both, known: "ada" })).join("\n")).not.toContain("DefaultAccount");
    const accounts = accountsScript(layout());
    expect(accounts).toContain("modify user where name=ada set DefaultAccount=vision");
    expect(accounts).not.toContain("name=maria");
  });

  test("are left alone by deployments", () => {
    const accounts = accountsScript(layout(true));
    expect(accounts).not.toMatch(/^tell_others remove vision/m);
    expect(accounts).toMatch(/^tell_others remove language$/m);
    expect(accounts).toMatch(/^tell_coordinators remove vision$/m);
  });
});

test("the pod has the file of the directory as SSSD takes it, and no token of Kubernetes", () => {
  const [config, cronJob] = membersJob({
    namespace: "slurm",
    release: "slurm",
    script: "true",
    directorySecretName: "sssd",
    image: "example.com/login:1",
    placement: { nodeSelector: { role: "system" }, tolerations: [] },
    trustsAuthorities: true,
  });
  expect(config.data).toEqual({ "members.sh": "true" });
  const spec = cronJob.spec?.jobTemplate.spec?.template.spec;
  expect(spec?.automountServiceAccountToken).toBe(false);
  expect(spec?.volumes).toContainEqual({ name: "directory", secret: { secretName: "sssd", defaultMode: 0o600 } });
  expect(spec?.containers[0]?.volumeMounts).toContainEqual(
    expect.objectContaining({ name: "directory", mountPath: "/etc/sssd/sssd.conf", readOnly: true }),
  );
  expect(spec?.initContainers).toHaveLength(1);
  expect(cronJob.spec?.concurrencyPolicy).toBe("Forbid");
});
