import { orNull } from "../../../scripts/preflight/not-found";
import { awsError } from "../../helpers/pretended-aws";

test("an answer is an answer", async () => expect(await orNull(Promise.resolve("it"))).toBe("it"));

test.each([awsError("NoSuchEntityException", 404), awsError("ResourceNotFoundException"), awsError("Odd", 404)])(
  "%s is null",
  async (error) => expect(await orNull(Promise.reject(error))).toBeNull(),
);

test.each([awsError("AccessDenied", 403), new TypeError("ours")])("%s goes on", async (error) =>
  expect(orNull(Promise.reject(error))).rejects.toBe(error),
);
