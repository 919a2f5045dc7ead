import { FINE } from "../../fixtures/hostile-changes/fine";
import { LOSES } from "../../fixtures/hostile-changes/loses";
import { OPENS_AWS } from "../../fixtures/hostile-changes/opens-aws";
import { OPENS_CLUSTER } from "../../fixtures/hostile-changes/opens-cluster";
import { TAKES_AWAY } from "../../fixtures/hostile-changes/takes-away";
import { policy, allow } from "../../helpers/hostile";
import { deleted, type Planned } from "../../helpers/plan";
import { reviewed } from "../../helpers/reviewed";

/** Changes that open, take away or lose something in ways that no type and no list of dangers names by itself. */

function judge(resource: Planned) {
  const { verdict, findings } = reviewed({ plans: { storage: [resource] } });
  const dangers = findings.filter(({ severity }) => severity === "danger");
  return { verdict, dangers, text: dangers.map(({ title, details }) => [title, ...details].join("\n")).join("\n") };
}

describe.each([
  ["takes away", TAKES_AWAY, "stops"],
  ["opens in AWS", OPENS_AWS, null],
  ["opens in the cluster", OPENS_CLUSTER, null],
  ["loses", LOSES, "lost"],
] as const)("what %s needs a name", (_, cases, section) => {
  test.each(cases)("%s", (_name, resource, words) => {
    const { verdict, text, dangers } = judge(resource);
    expect(verdict).toBe("needs-acknowledgement");
    expect(text).toMatch(words);
    if (section !== null) expect(dangers.map((one) => one.section)).toContain(section);
  });
});

test.each(FINE)("%s needs none", (_, resource) => expect(judge(resource)).toMatchObject({ verdict: "safe", text: "" }));

test("what goes with a release that goes, a bucket that goes, or a whole environment is told with that", () => {
  const gone = deleted("aws_iam_role_policy.r", { role: "jobs", policy: policy(allow()) });
  const found = (...more: Planned[]) =>
    reviewed({ plans: { storage: [gone, ...more] } }).findings.find(({ address }) => address?.endsWith("role_policy.r"))
      ?.severity;
  expect(found()).toBe("danger");
  expect(found(deleted("aws_s3_bucket.b", { bucket: "b", arn: "arn:aws:s3:::b" }))).toBe("warning");
  expect(found(deleted("helm_release.x", { name: "jobs" }))).toBe("warning");
});

test("config alone takes away, too: ids of people, and keys that nobody may change", () => {
  const users = (all: Record<string, number>) => ({
    slurm: { users: Object.fromEntries(Object.entries(all).map(([name, uid]) => [name, { uid }])) },
  });
  const found = (before: Record<string, number>, after: Record<string, number>) =>
    reviewed({ before: users(before), after: users(after) }).findings.map(
      ({ severity, title }) => `${severity}: ${title}`,
    );
  expect(found({ ada: 20001 }, { ada: 20002 })).toEqual([expect.stringMatching(/^danger: User ada gets another id/)]);
  expect(found({ ada: 20001 }, { ada: 20001, eve: 20003 })).toEqual([]);
  expect(found({ ada: 20001 }, { eve: 20001 })).toEqual([
    expect.stringMatching(/^danger: User eve gets id 20001, which ada had/),
    expect.stringMatching(/^warning: ada can no longer log in/),
  ]);
  const keys = (keysSecretName: string | null) => ({ slurm: { keysSecretName, users: { ada: { uid: 20001 } } } });
  const ofKeys = (before: string | null, after: string | null) =>
    reviewed({ before: keys(before), after: keys(after) }).findings.map(
      ({ severity, title }) => `${severity}: ${title}`,
    );
  const gained = expect.stringMatching(/^danger: Whoever may write people, a Secret in the namespace of Slurm/);
  expect(ofKeys(null, "people")).toEqual([gained]);
  expect(ofKeys("others", "people")).toEqual(
    expect.arrayContaining([gained, expect.stringMatching(/^warning: Who has a key in others alone/)]),
  );
  expect(ofKeys("people", null)).toEqual([expect.stringMatching(/^warning: Who has a key in people alone/)]);
  expect(ofKeys("people", "people")).toEqual([]);
  const change = { path: "lustre.zone", before: '"us-east-1a"', after: '"us-east-1b"', policy: "forbidden" };
  expect(reviewed({ config: [change] }).verdict).toBe("needs-acknowledgement");
  expect(reviewed({ config: [{ ...change, before: null }] }).verdict).toBe("safe");
});
