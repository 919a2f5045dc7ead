import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newestOf } from "../../../../scripts/commands/upgrade/newest";
import { planUpgrade } from "../../../../scripts/commands/upgrade/plan";
import { pullRequestText } from "../../../../scripts/commands/upgrade/pull-request";
import { NOW } from "../../../helpers/environment";
import { loadedSample } from "../../../helpers/upgrade-live";

const plan = planUpgrade({
  loaded: loadedSample({ cluster: { version: "1.35" } }),
  newest: newestOf(null),
  to: undefined,
  unanswered: [],
  now: NOW,
});
const row = (what: string, before: string, after: string) => ({ what, before, after, source: "one | two" });

function text(rows: ReturnType<typeof row>[], files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), "railyard-pull-"));
  try {
    for (const [path, body] of Object.entries(files)) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), body);
    }
    const changed = [{ folder: "config/facts", name: "versions.ts", before: "", text: "" }];
    return pullRequestText({ root, draft: { rows, files: changed }, plans: [plan], step: plan.steps[0] ?? null });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

test("what, why, the order and what to review, as Markdown", () => {
  const body = text([row("coredns for 1.35", "v1.14.6-eksbuild.4", "v1.14.6-eksbuild.9")]);
  expect(body).toMatch(/^# Upgrade: coredns for 1\.35 v1\.14\.6-eksbuild\.9\n/);
  // a bar would end the cell
  expect(body).toContain("| coredns for 1.35 | v1.14.6-eksbuild.4 | v1.14.6-eksbuild.9 | one \\| two |");
  expect(body).toContain(
    "- sample: Kubernetes 1.35 is behind; newest is 1.36 (standard support until 2027-03-27; EKS offers 1.37 as well, which Railyard does not choose by itself)",
  );
  expect(body).toContain("1. sample: Kubernetes 1.35 → 1.36 (this pull request): deploy sample-cluster, sample-nodes");
  expect(body).toContain("- look for removed APIs first: aws eks list-insights --cluster-name sample");
  expect(body).toContain("npm run review -- sample --base origin/main");
});

test("other files that name an old version are listed, and those that change are not", () => {
  const named = 'expect(release).toBe("1.35.8-20260923");';
  const body = text([row("images for 1.35", "1.35.8-20260923", "1.35.9-20261112")], {
    "test/config/facts/versions.test.ts": named,
    "config/facts/versions.ts": named,
    "test/other.test.ts": "1.35.8-20260917",
    "docs/page.md": named,
    "test/big.json": `"${"x".repeat(1_100_000)}${named}"`,
  });
  expect(body).toContain("- test/config/facts/versions.test.ts names 1.35.8-20260923\n- docs/page.md names");
  expect(body).not.toMatch(/config\/facts\/versions\.ts names|other\.test|big\.json/);
});

test("a minor alone is no text to look for: it stands everywhere", () => {
  expect(text([row("cluster.version of sample", "1.35", "1.36")], { "test/a.test.ts": "1.35" })).not.toContain(
    "names 1.35",
  );
});

test("a new chart asks for its keys, and for being rendered", () => {
  expect(text([row("chart lws", "0.10.0", "0.11.0")])).toContain("chart-keys.json has the keys of the old charts");
  expect(text([row("chart lws", "0.10.0", "0.11.0")])).toContain("npm run charts  ");
  expect(text([row("coredns for 1.35", "a", "b")])).not.toContain("npm run charts");
});
