import { calledAddress, plainAddress } from "../../../config/outbound/login-schema";

const problems = (schema: typeof plainAddress, url: string): string[] =>
  schema.safeParse(url).error?.issues.map(({ message }) => message) ?? [];

const LOGIN = "must have no name and no password: everybody reads them; give them as login, from a Secret";
const QUERY = "must have no secret in its query, which everybody reads: give it as login, from a Secret";

test.each([
  "https://store.example.com/api/v1/push",
  "http://store:9009",
  "https://[2001:db8::1]:8480/insert/0/prometheus",
])("takes %s", (url) => {
  expect(problems(plainAddress, url)).toEqual([]);
  expect(problems(calledAddress, url)).toEqual([]);
});

test.each(["?extra_label=site=a", "?timeout=30s&dedup=true", "?ignore_first_intervals=1"])(
  "what is called as it is may have the query %s, and what more is appended to may not",
  (query) => {
    const url = `https://vm.example.com/api/v1/write${query}`;
    expect(problems(calledAddress, url)).toEqual([]);
    expect(problems(plainAddress, url)).toEqual(["must have no query and no fragment: nothing takes them"]);
  },
);

test.each([
  "?apiKey=abc",
  "?X-Amz-Signature=0a1b",
  "?sig=x",
  "?access_token=hunter2",
  "?authKey=1",
  "?u=me&password=hunter2",
  "?x=ghp_16C7e42F292c6912E7710c838347Ae178B4a",
  "?extra_label=a&pw=Hunter2",
])("no secret is taken in the query %s", (query) => {
  expect(problems(calledAddress, `https://vm.example.com/api/v1/write${query}`)).toEqual([QUERY]);
});

test.each([
  ["https://me:hunter2@vm.example.com/write", [LOGIN]],
  ["https://me@vm.example.com/write", [LOGIN]],
  ["https://vm.example.com/write#top", ["must have no fragment: nothing takes it"]],
  ["ftp://vm.example.com", ["must be an address with http or https"]],
  ["vm.example.com", ["must be an address with http or https"]],
])("says what is wrong with %s", (url, expected) => {
  expect(problems(calledAddress, url)).toEqual(expected);
});
