import { GitHub, GitHubError } from "../../../../scripts/dev/ci/github";
import { withGitHub } from "../../../helpers/github";

test("asks as GitHub wants to be asked, and returns what it answers", async () => {
  await withGitHub(
    () => ({ status: 201, body: { id: 5 } }),
    async ({ github, asked }) => {
      expect(await github.request("POST", "/issues", { title: "t" })).toEqual({ id: 5 });
      expect(asked[0]).toMatchObject({
        method: "POST",
        path: "/issues",
        body: { title: "t" },
        headers: {
          accept: "application/vnd.github+json",
          authorization: "Bearer token",
          "content-type": "application/json",
          "x-github-api-version": "2022-11-28",
        },
      });
    },
  );
});

test("asks in GraphQL, and takes no answer that is not whole", async () => {
  let errors: object[] = [];
  await withGitHub(
    () => ({ body: { data: { a: 1 }, errors } }),
    async ({ github, asked }) => {
      expect(await github.graphql("query", { number: 7 })).toEqual({ a: 1 });
      expect(asked[0]).toMatchObject({
        path: "/graphql",
        body: { query: "query", variables: { owner: "acme", name: "cluster", number: 7 } },
      });
      errors = [{ message: "Resource not accessible by integration" }];
      await expect(github.graphql("query", {})).rejects.toThrow("Resource not accessible by integration");
    },
  );
});

test("an answer without content is none", async () => {
  await withGitHub(
    () => ({ status: 204 }),
    async ({ github }) => {
      expect(await github.request("DELETE", "/issues/comments/1")).toBeUndefined();
    },
  );
});

test("reads a list to its last page, and keeps the query of the path", async () => {
  const all = Array.from({ length: 205 }, (_, id) => ({ id }));
  await withGitHub(
    ({ path }) => {
      const page = Number(/page=(\d+)$/.exec(path)?.[1]);
      return { body: all.slice((page - 1) * 100, page * 100) };
    },
    async ({ github, calls }) => {
      expect(await github.list("/issues?state=open")).toEqual(all);
      expect(calls()).toEqual([1, 2, 3].map((page) => `GET /issues?state=open&per_page=100&page=${page}`));
    },
  );
});

test("a list of exactly one page is asked for what comes after it", async () => {
  await withGitHub(
    ({ path }) => ({ body: path.endsWith("page=1") ? Array.from({ length: 100 }, () => ({})) : [] }),
    async ({ github, asked }) => {
      expect(await github.list("/labels")).toHaveLength(100);
      expect(asked).toHaveLength(2);
    },
  );
});

test.each(["GET", "PATCH", "DELETE"] as const)("%s is repeated after a fault of GitHub", async (method) => {
  let times = 0;
  await withGitHub(
    () => (++times < 3 ? { status: 502, body: "<html>" } : { body: { ok: true } }),
    async ({ github }) => {
      expect(await github.request(method, "/x")).toEqual({ ok: true });
      expect(times).toBe(3);
    },
  );
});

test("fails when POST meets a fault, as nobody knows whether it was done", async () => {
  await withGitHub(
    () => ({ status: 502, body: "<html>bad gateway" }),
    async ({ github, asked }) => {
      await expect(github.request("POST", "/issues", {})).rejects.toThrow("GitHub answered 502: <html>bad gateway");
      expect(asked).toHaveLength(1);
    },
  );
});

test("what was too much at once is asked again after the time that GitHub names, POST too", async () => {
  let times = 0;
  await withGitHub(
    () => (++times === 1 ? { status: 403, headers: { "retry-after": "1" } } : { status: 201, body: { id: 1 } }),
    async ({ github }) => {
      const begun = Date.now();
      expect(await github.request("POST", "/issues", {})).toEqual({ id: 1 });
      expect(Date.now() - begun).toBeGreaterThan(900);
    },
  );
});

test("fails at once when something is forbidden, and says what to look at", async () => {
  await withGitHub(
    () => ({ status: 403, body: { message: "Resource not accessible by integration" } }),
    async ({ github, asked }) => {
      const error = await github.request("GET", "/x").catch((thrown: unknown) => thrown as GitHubError);
      expect(error).toBeInstanceOf(GitHubError);
      expect(error).toMatchObject({
        status: 403,
        message: expect.stringContaining("Resource not accessible by integration\nDoes the job have the permission"),
      });
      expect(asked).toHaveLength(1);
    },
  );
});

test("fails after some attempts when the fault stays", async () => {
  await withGitHub(
    () => ({ status: 503 }),
    async ({ github, asked }) => {
      await expect(github.request("GET", "/x")).rejects.toThrow("GitHub answered 503");
      expect(asked).toHaveLength(4);
    },
  );
});

test("fails when GitHub is not reached, without showing the token", async () => {
  const github = new GitHub({ env: {}, token: "secret-token", repository: "a/b", apiUrl: "http://127.0.0.1:1" });
  const error = await github.request("GET", "/x").catch((thrown: unknown) => thrown as Error);
  expect((error as Error).message).toContain("GET /x: GitHub was not reached");
  expect((error as Error).message).not.toContain("secret-token");
});
