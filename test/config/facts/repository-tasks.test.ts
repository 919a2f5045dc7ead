import { REPOSITORY_TASK_PATH, REPOSITORY_TASK_SOURCES } from "../../../config/facts/repository-tasks";

test("each fact of tasks has a page of AWS, and what a path may not have is one character each", () => {
  for (const source of Object.values(REPOSITORY_TASK_SOURCES))
    expect(source).toMatch(/^https:\/\/docs\.aws\.amazon\.com\/\S+\.html$/);
  expect(REPOSITORY_TASK_PATH.refused.every((character) => character.length === 1)).toBe(true);
});
