import { commentsOf } from "../../../../scripts/commands/unfork/comments";

test("finds every comment once, wherever it stands", () => {
  const text = `// head
import a from "./a";
/** What it is. */
export default defineEnvironment({
  extends: a, // beside
  /* above */
  name: "b",
  list: ["// no comment", /* inside */ 1],
  // at the end
});
// tail
`;
  expect(commentsOf(text)).toEqual([
    "// head",
    "/** What it is. */",
    "// beside",
    "/* above */",
    "/* inside */",
    "// at the end",
    "// tail",
  ]);
});

test("leaves out the comment that fork writes", () =>
  expect(commentsOf("/** Follows a-b: only what differs is written here. */\nexport default 1;")).toEqual([]));
