import { groupNameSchema } from "../../../config/teams/group-name";

test.each([
  " oidc:vision",
  "oidc:vision ",
  "a  b",
  "a\tb",
  "a\nb",
  "a\u0000b",
  "a\u001b[31mb",
  "a\u00a0b",
  "a\u200bb",
  "a\u202eb",
  "a\u2066b",
  "a\u3164b",
  "\ufeffa",
  "<b>a</b>",
  'a"b',
  "a`b",
  "$(id)",
  "",
  "   ",
])("%j is no name of a group, and the message says what to do", (name) => {
  const { error } = groupNameSchema.safeParse(name);
  expect(error).toBeDefined();
  if (name !== "") expect(error?.issues[0]?.message).toContain("take out blanks at its ends");
});

test.each([
  "oidc:vision",
  "/vision/leads",
  "CN=Vision,OU=ML,DC=example,DC=com",
  "ML Team (EU)",
  "équipe-vue",
  "視覚",
  "3f2a-11:a@b",
])("%j is one", (name) => {
  expect(groupNameSchema.parse(name)).toBe(name);
});
