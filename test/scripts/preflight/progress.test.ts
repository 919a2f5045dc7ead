import { progressLine } from "../../../scripts/preflight/progress";

function stream(isTTY?: boolean) {
  const written: string[] = [];
  return { written, ...(isTTY !== undefined && { isTTY }), write: (text: string) => written.push(text) };
}

test("one line is written over and over, and taken away", () => {
  const terminal = stream(true);
  const progress = progressLine(terminal, 2);
  progress.done("a/one");
  progress.done("a/two");
  progress.end();
  expect(terminal.written).toEqual(["\r\u001b[K1 of 2  a/one", "\r\u001b[K2 of 2  a/two", "\r\u001b[K"]);
});

test("what a check is called cannot move the cursor", () => {
  const terminal = stream(true);
  progressLine(terminal, 1).done("a/\u001b[2Jone");
  expect(terminal.written).toEqual(["\r\u001b[K1 of 1  a/\\u{1b}[2Jone"]);
});

test("nothing comes after the end", () => {
  const terminal = stream(true);
  const progress = progressLine(terminal, 2);
  progress.end();
  progress.done("a/late");
  expect(terminal.written).toEqual(["\r\u001b[K"]);
});

test.each([undefined, false])("nothing is written where nobody looks (%s)", (isTTY) => {
  const file = stream(isTTY);
  const progress = progressLine(file, 2);
  progress.done("a/one");
  progress.end();
  expect(file.written).toEqual([]);
});
