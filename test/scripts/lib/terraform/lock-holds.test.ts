import { assertLockHolds } from "../../../../scripts/lib/terraform/lock-holds";
import type { AwsAccess } from "../../../../scripts/lib/aws/access";
import { clusterSample } from "../../../helpers/cluster";

const store = { kind: "s3-compatible", endpoint: "https://minio.example.com:9000", bucket: "railyard-state" };
const { env } = clusterSample({ state: store });
const refusal = (status: number, name = "PreconditionFailed") =>
  Object.assign(new Error("no"), { name, $metadata: { httpStatusCode: status } });

/** A store that answers each write in turn, and notes what it was asked. */
function storeOf(...answers: (Error | null)[]) {
  const asked: { call: string; key: string }[] = [];
  const send = (command: { input: { Key: string } }) => {
    const call = command.constructor.name.replace("Command", "");
    asked.push({ call, key: command.input.Key });
    const answer = call === "PutObject" ? (answers.shift() ?? null) : null;
    return answer ? Promise.reject(answer) : Promise.resolve({});
  };
  return { asked, aws: { region: "us-east-1", client: () => ({ send }) } as unknown as AwsAccess };
}

test("a store that refuses the second write locks, and has nothing left of the trial", async () => {
  const { aws, asked } = storeOf(null, refusal(412));
  await assertLockHolds(env, aws);
  expect(asked.map(({ call }) => call)).toEqual(["PutObject", "PutObject", "DeleteObject"]);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
  expect(asked[0]?.key).toMatch(/^sample\/lock-check-/);
});

test("a store that writes over it does not, as Ceph with versions: nothing is done", async () => {
  const { aws, asked } = storeOf(null, null);
  await expect(assertLockHolds(env, aws)).rejects.toThrow(/holds nobody off[^]*state\.lock: false[^]*Nothing was done/);
  expect(asked.at(-1)?.call).toBe("DeleteObject");
});

test("an answer that is neither is unknown, and no lock", async () => {
  await expect(assertLockHolds(env, storeOf(null, refusal(501, "NotImplemented")).aws)).rejects.toThrow("is unknown");
});

test("a key that may not write is told before anything is planned", async () => {
  const { aws } = storeOf(refusal(403, "AccessDenied"));
  await expect(assertLockHolds(env, aws)).rejects.toThrow(/Nothing can be written below sample\/[^]*AWS_ACCESS_KEY_ID/);
});

test.each([
  ["without a lock", { ...store, lock: false }],
  ["in S3", { kind: "s3", bucket: "railyard-state", region: "us-east-1" }],
  ["in files", { kind: "local", directory: "state" }],
])("states %s are not tried", async (_, state) => {
  const { aws, asked } = storeOf();
  await assertLockHolds(clusterSample({ state }).env, aws);
  expect(asked).toEqual([]);
});
