import { USER_KEYS } from "../../../../scripts/preflight/checks/user-keys";
import type { AwsAccess } from "../../../../scripts/lib/aws/access";
import { NOW, sample, type Change } from "../../../helpers/environment";

/** The check asks nobody. */
const aws = {} as AwsAccess;
const check = (change: Change) => USER_KEYS.run({ environment: sample(change).env, aws, now: NOW });

test("says what a Secret with keys must hold, and how it is made", async () => {
  const users = { "jane.doe": { uid: 20001 }, joe: { uid: 20002 } };
  expect(await check({ slurm: { keysSecretName: "people", users } })).toMatchObject([
    {
      verdict: "unknown",
      subject: "Secret people",
      text: expect.stringContaining("in the namespace slurm, with lines of .pub files under jane.doe, joe;"),
      fix: "kubectl create secret generic people --namespace slurm --from-file=jane.doe=jane.doe.pub --from-file=joe=joe.pub",
    },
  ]);
});

test("says nothing without such a Secret, and without Slurm", async () => {
  expect(await check({ slurm: { users: { joe: { uid: 20002 } } } })).toEqual([]);
  expect(await check({ slurm: null })).toEqual([]);
});
