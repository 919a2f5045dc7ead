import { Repositories, type Fetch } from "../../../../scripts/lib/charts/repositories";
import { withUpgradeServer, type Offer } from "../../../helpers/upgrade-server";

const INDEX = "entries:\n  one:\n  - version: 1.2.0\n  two:\n  - version: 2.0.0\n";

const asking = <T>(files: Offer["files"], use: (repositories: Repositories, asked: string[]) => Promise<T>) =>
  withUpgradeServer({ files: files ?? {} }, ({ fetch, asked }) => use(new Repositories(fetch), asked));

const versions = async (repositories: Repositories, repository: string, chart: string) =>
  (await repositories.releases(repository, chart)).map(({ version }) => version);

test("an index is fetched once for all its charts, with or without a slash behind the address", () =>
  asking({ "charts.test/stable/index.yaml": INDEX }, async (repositories, asked) => {
    const both = await Promise.all([
      versions(repositories, "https://charts.test/stable", "one"),
      versions(repositories, "https://charts.test/stable/", "two"),
    ]);
    expect(both).toEqual([["1.2.0"], ["2.0.0"]]);
    expect(asked).toEqual(["GET charts.test/stable/index.yaml"]);
  }));

test("a registry lists tags on several pages", () =>
  asking(
    {
      "ghcr.test/v2/team/charts/one/tags/list": '{"name":"one","tags":["1.0.0","1.2.0-rc.1"]}',
      "ghcr.test/v2/team/charts/one/tags/list?last": '{"name":"one","tags":["1.1.0"]}',
    },
    async (repositories, asked) => {
      expect(await versions(repositories, "oci://ghcr.test/team/charts", "one")).toEqual(["1.1.0", "1.0.0"]);
      expect(asked).toHaveLength(2);
    },
  ));

test("a registry that asks for a token gives one to anybody", () =>
  asking({ "ghcr.test/v2/charts/one/tags/list": '401 {"tags":["1.0.0"]}' }, async (repositories, asked) => {
    expect(await versions(repositories, "oci://ghcr.test/charts", "one")).toEqual(["1.0.0"]);
    expect(asked).toEqual([
      "GET ghcr.test/v2/charts/one/tags/list?n=1000",
      "GET auth.test/token?service=s&scope=repository%3Ax%3Apull",
      "GET ghcr.test/v2/charts/one/tags/list?n=1000",
    ]);
  }));

test.each([
  ["no such index", {}, "https://charts.test", "answered 404"],
  [
    "no such chart",
    { "charts.test/index.yaml": "entries:\n  two:\n  - version: 1.0.0\n" },
    "https://charts.test",
    "has no release of one",
  ],
  ["what is no index", { "charts.test/index.yaml": "<html/>" }, "https://charts.test", "is no index of charts"],
  ["what is no list", { "ghcr.test/v2/one/tags/list": "hello" }, "oci://ghcr.test", "lists no tags"],
  [
    "no tag that is a version",
    { "ghcr.test/v2/one/tags/list": '{"tags":["latest"]}' },
    "oci://ghcr.test",
    "has no release of one",
  ],
  ["no such repository", {}, "oci://ghcr.test", "answered 404"],
])("fails on %s, in words", (_, files, repository, words) =>
  asking(files, async (repositories) => {
    const asked = repositories.releases(repository, "one");
    await expect(asked).rejects.toMatchObject({ name: "RepositoryError", message: expect.stringContaining(words) });
  }),
);

test.each([
  ["no network", Object.assign(new TypeError("fetch failed"), { cause: { code: "ENOTFOUND" } }), "ENOTFOUND"],
  ["no answer in time", Object.assign(new Error("aborted"), { name: "TimeoutError" }), "TimeoutError"],
])("fails with %s, in words", async (_, error, words) => {
  const failing: Fetch = () => Promise.reject(error);
  await expect(new Repositories(failing).releases("https://charts.test", "one")).rejects.toThrow(
    `https://charts.test/index.yaml gave no answer: ${words}`,
  );
});

test("fails where a login is asked for, and sends no token in clear", async () => {
  const closed =
    (header: string): Fetch =>
    () =>
      Promise.resolve(new Response("{}", { status: 401, headers: { "www-authenticate": header } }));
  for (const header of ['Basic realm="x"', 'Bearer realm="http://plain.test/token"'])
    await expect(new Repositories(closed(header)).releases("oci://r.test", "one")).rejects.toThrow("asks for a login");
});

describe("a list of tags that cannot be had whole is unknown, since the newest may be what is missing", () => {
  const answering =
    (next: (page: number) => string): Fetch =>
    (url) => {
      const page = Number(new URL(url).searchParams.get("page") ?? "0");
      const headers = { link: `<${next(page)}>; rel="next"` };
      return Promise.resolve(new Response(JSON.stringify({ tags: [`1.${page}.0`] }), { headers }));
    };
  const releases = (fetcher: Fetch) => new Repositories(fetcher).releases("oci://ghcr.test", "one");

  test("for it has no end", async () =>
    expect(releases(answering((page) => `/v2/one/tags/list?page=${page + 1}`))).rejects.toThrow(
      "lists more than 100 pages of tags",
    ));

  test("for it goes on elsewhere, where the token does not belong", async () =>
    expect(releases(answering(() => "https://other.test/v2/one/tags/list"))).rejects.toThrow(
      "goes on in another registry: https://other.test",
    ));
});

test("an index that does not end is told in words, and not kept until memory ends", async () => {
  let sent = 0;
  const endless: Fetch = () => {
    const body = new ReadableStream({ pull: (to) => (to.enqueue(new Uint8Array(2 ** 20)), void (sent += 1)) });
    return Promise.resolve(new Response(body));
  };
  const ask = new Repositories(endless).releases("https://charts.test", "one");
  await expect(ask).rejects.toThrow("https://charts.test/index.yaml answered more than 128 MiB");
  expect(sent).toBeLessThan(140);
});

test("an index that ends in the middle is told in words", async () => {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode("entries:\n"));
      controller.error(Object.assign(new TypeError("terminated"), { cause: { code: "UND_ERR_SOCKET" } }));
    },
  });
  const cut: Fetch = () => Promise.resolve(new Response(body));
  await expect(new Repositories(cut).releases("https://charts.test", "one")).rejects.toMatchObject({
    name: "RepositoryError",
    message: "https://charts.test/index.yaml gave no answer: UND_ERR_SOCKET",
  });
});
