import { stickyComment } from "../../../../scripts/dev/ci/sticky-comment";
import { MARKER } from "../../../../scripts/review/render/markdown";
import { withGitHub, type Asked } from "../../../helpers/github";

interface Comment {
  id: number;
  body: string;
  user: { type: string } | null;
}

const bot = { type: "Bot" };

/** Comments of a pull request, kept as GitHub would. */
function comments(kept: Comment[]) {
  return ({ method, path, body }: Asked) => {
    const id = Number(/comments\/(\d+)$/.exec(path)?.[1]);
    const text = (body as { body?: string } | null)?.body ?? "";
    if (method === "GET" && path.startsWith("/issues/7/comments")) return { body: kept };
    if (method === "POST" && path === "/issues/7/comments") {
      kept.push({ id: 100, body: text, user: bot });
      return { status: 201, body: {} };
    }
    const index = kept.findIndex((one) => one.id === id);
    if (index < 0) return undefined;
    if (method === "DELETE") {
      kept.splice(index, 1);
      return { status: 204 };
    }
    kept[index]!.body = text;
    return { body: {} };
  };
}

const BODY = `${MARKER}\n\n## Safe`;

async function run(kept: Comment[], body = BODY, silent = false) {
  let outcome = "";
  let calls: string[] = [];
  await withGitHub(comments(kept), async (fake) => {
    outcome = await stickyComment(fake.github, 7, body, silent);
    calls = fake.calls();
  });
  return { outcome, calls };
}

test("makes a comment when there is none of ours", async () => {
  const kept: Comment[] = [{ id: 1, body: "looks good", user: { type: "User" } }];
  expect((await run(kept)).outcome).toBe("created");
  expect(kept.map(({ body }) => body)).toEqual(["looks good", BODY]);
});

test("updates its own in place, however often it runs", async () => {
  const kept: Comment[] = [
    { id: 1, body: "looks good", user: { type: "User" } },
    { id: 2, body: `${MARKER}\n\n## Broken`, user: bot },
  ];
  expect((await run(kept)).outcome).toBe("updated");
  expect((await run(kept, `${MARKER}\n\n## Third`)).outcome).toBe("updated");
  expect(kept.map(({ id, body }) => [id, body])).toEqual([
    [1, "looks good"],
    [2, `${MARKER}\n\n## Third`],
  ]);
});

test("asks nothing more when it says the same already", async () => {
  const { outcome, calls } = await run([{ id: 2, body: BODY, user: bot }]);
  expect(outcome).toBe("unchanged");
  expect(calls).toHaveLength(1);
});

test("leaves the comment of a person alone who wrote the marker, and of a bot that only quotes it", async () => {
  const kept: Comment[] = [
    { id: 1, body: `${MARKER}\nhaha`, user: { type: "User" } },
    { id: 2, body: `> ${MARKER}`, user: bot },
    { id: 3, body: MARKER, user: null },
  ];
  expect((await run(kept)).outcome).toBe("created");
  expect(kept.map(({ body }) => body).slice(0, 3)).toEqual([`${MARKER}\nhaha`, `> ${MARKER}`, MARKER]);
});

test("removes all but one when two runs made one each", async () => {
  const kept: Comment[] = [
    { id: 2, body: BODY, user: bot },
    { id: 3, body: BODY, user: bot },
  ];
  expect((await run(kept, `${MARKER}\n\nnew`)).outcome).toBe("updated");
  expect(kept).toEqual([{ id: 2, body: `${MARKER}\n\nnew`, user: bot }]);
});

test("says nothing where nothing changes, but takes back what it said", async () => {
  const none: Comment[] = [];
  expect((await run(none, BODY, true)).outcome).toBe("nothing to say");
  expect(none).toEqual([]);
  const comments: Comment[] = [{ id: 2, body: `${MARKER}\n\n## Broken`, user: bot }];
  expect((await run(comments, BODY, true)).outcome).toBe("updated");
  expect(comments[0]?.body).toBe(BODY);
});

test("finds its comment on the third page", async () => {
  const many = Array.from({ length: 250 }, (_, id) => ({ id, body: "chat", user: { type: "User" } }));
  const kept = [...many, { id: 999, body: `${MARKER}\nold`, user: bot }];
  await withGitHub(
    ({ method, path }) => {
      const page = Number(/&page=(\d+)$/.exec(path)?.[1]);
      return method === "GET" ? { body: kept.slice((page - 1) * 100, page * 100) } : { body: {} };
    },
    async ({ github, calls }) => {
      expect(await stickyComment(github, 7, BODY, false)).toBe("updated");
      expect(calls().at(-1)).toBe("PATCH /issues/comments/999");
    },
  );
});
