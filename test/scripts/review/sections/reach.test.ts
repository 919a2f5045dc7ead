import { newBlocks, reachOf } from "../../../../scripts/review/sections/reach";

test.each([
  [[], "nobody"],
  [["10.0.0.0/8"], "private"],
  [["172.16.0.0/12", "192.168.1.0/24", "100.64.0.0/16"], "private"],
  [["fd00::/8"], "private"],
  [["198.51.100.7/32"], "public"],
  [["10.0.0.0/8", "198.51.100.0/24"], "public"],
  [["2001:db8::/32"], "public"],
  [["0.0.0.0/0"], "world"],
  [["::/0"], "world"],
  [["2000::/3"], "world"],
  [["0.0.0.0/1", "128.0.0.0/1"], "world"],
  [["8.0.0.0/8"], "world"],
  [["8.0.0.0/9", "9.0.0.0/9"], "world"],
  [["8.0.0.0/9"], "public"],
  [["10.0.0.0/7"], "world"],
  [["a name"], "world"],
])("%j reaches %s", (blocks, reach) => expect(reachOf(blocks)).toBe(reach));

test("a block inside of one that was there is not new", () => {
  expect(newBlocks(["10.1.0.0/16", "11.0.0.0/8"], ["10.0.0.0/8"])).toEqual(["11.0.0.0/8"]);
  expect(newBlocks(["10.0.0.0/8"], ["10.1.0.0/16"])).toEqual(["10.0.0.0/8"]);
  expect(newBlocks(["2001:db8::/32"], ["::/0"])).toEqual([]);
  expect(newBlocks(["::/0"], ["0.0.0.0/0"])).toEqual(["::/0"]);
  expect(newBlocks(["10.0.0.0/8"], ["::/0"])).toEqual(["10.0.0.0/8"]);
});
