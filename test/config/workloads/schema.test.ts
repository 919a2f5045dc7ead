import { shapeIssues } from "../../../config/kernel/messages";
import { workloadSchema } from "../../../config/workloads/schema";

const messagesOf = (written: object) => {
  const { error } = workloadSchema.safeParse({ params: "70B", ...written }, { reportInput: true });
  return error ? shapeIssues(error, workloadSchema).map(({ path, message }) => `${path.join(".")} ${message}`) : [];
};

test.each([
  [{ params: "1e30" }, ['params must be at most 100T, but is "1e30"']],
  [{ tokens: "2e400" }, ['tokens must be at most 100000T, but is "2e400"']],
  [{ tokens: "2 T" }, ['tokens must be a number such as 70B, 1.5T or 405e9, but is "2 T"']],
  [{ batch: "0" }, ['batch must be at least 1, but is "0"']],
  [{ tokens: "100000T", params: "100T" }, []],
])("%j: what a count may be is told with what was given", (written, messages) =>
  expect(messagesOf(written)).toEqual(messages),
);
