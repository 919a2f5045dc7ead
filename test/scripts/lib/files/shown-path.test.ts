import { shownPath } from "../../../../scripts/lib/files/shown-path";

test.each([
  ["what is below is short", "/home/me/railyard/cdktf.out/review", "cdktf.out/review"],
  ["what is given short stays so", "cdktf.out", "cdktf.out"],
  ["what is elsewhere is whole", "/tmp/review", "/tmp/review"],
  ["so is what is above", "../review", "/home/me/review"],
  ["the folder itself has its name", "/home/me/railyard", "/home/me/railyard"],
])("%s", (_what, path, shown) => expect(shownPath(path, "/home/me/railyard")).toBe(shown));
