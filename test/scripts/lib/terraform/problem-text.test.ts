import { problemText } from "../../../../scripts/lib/terraform/problem-text";

test.each([
  ["terraform plan failed", "dev-nodes: terraform plan failed"],
  ["dev-nodes: terraform plan failed", "dev-nodes: terraform plan failed"],
  ["dev-nodes-2: is not it", "dev-nodes: dev-nodes-2: is not it"],
])("%j is told with its stack, once", (problem, text) => {
  expect(problemText({ stack: "dev-nodes", problem })).toBe(text);
});
