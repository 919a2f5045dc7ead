import { maskEnvironment } from "../../../scripts/review/mask-review";
import { sample } from "../../helpers/environment";

const SECRET = "hunter2-hunter2-hunter2";
const { env } = sample({
  platform: { helmValues: { "aws-load-balancer-controller": { adminPassword: SECRET } } },
});

test("an environment is shown without its secrets, each time that it is asked for, and stays as it is", () => {
  expect(JSON.stringify(env)).toContain(SECRET);
  for (let at = 0; at < 2; at++) expect(JSON.stringify(maskEnvironment(env))).not.toContain(SECRET);
  expect(maskEnvironment(env)).toMatchObject({ name: "sample", names: env.names });
  expect(JSON.stringify(env)).toContain(SECRET);
});

test("another environment is another one", () => {
  const other = sample({ region: "us-west-2", network: { zones: ["us-west-2a", "us-west-2b"] } }).env;
  expect(maskEnvironment(other)?.region).toBe("us-west-2");
  expect(maskEnvironment(env)?.region).toBe("us-east-1");
  expect(maskEnvironment(null)).toBeNull();
});
