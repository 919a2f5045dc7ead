import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findHelm, findOrBuildHelm, HELM_VERSION } from "../../../scripts/control-plane/helm-program";
import { temporaryFolders } from "../../helpers/terraform";

const temporary = temporaryFolders();

/** A Go that "installs" a text that says with what it was called. */
const GO = `#!/bin/sh
echo "$*" > "$GOBIN/helm"
`;

/** Programs on a PATH of their own, and a cache. */
function setting(programs: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const root = temporary();
  mkdirSync(join(root, "bin"));
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(root, "bin", name), text, { mode: 0o755 });
  const lines: string[] = [];
  const env = { PATH: join(root, "bin"), RAILYARD_CONTROL_PLANES: join(root, "programs"), ...more };
  return { props: { env, tell: (text: string) => void lines.push(text) }, lines, root };
}

test("Helm is the one of the PATH, or the one that HELM names", () => {
  const { props, root } = setting({ helm: "#!/bin/sh\n", other: "#!/bin/sh\n" });
  expect(findHelm(props)).toBe("helm");
  const named = join(root, "bin/other");
  expect(findHelm({ env: { ...props.env, HELM: named } })).toBe(named);
});

test("where HELM names no program, no other one is taken for it", async () => {
  const { props } = setting({ go: GO }, { HELM: "/nowhere/helm" });
  await expect(findOrBuildHelm(props)).rejects.toThrow('There is no program "/nowhere/helm"');
});

test("without Helm it is built once, in the version that is pinned", async () => {
  const { props, lines } = setting({ go: GO });
  expect(findHelm(props)).toBeNull();
  const path = await findOrBuildHelm({
    ...props,
    env: { ...props.env, PATH: `${props.env.PATH}:/usr/bin:/bin` },
  });
  expect(readFileSync(path, "utf8")).toContain(`helm.sh/helm/v3/cmd/helm@v${HELM_VERSION}`);
  expect(lines).toEqual([expect.stringContaining("building Helm")]);
  expect(findHelm(props)).toBe(path);
});

test("without Helm and without Go it says what to install", async () => {
  const { props } = setting({});
  await expect(findOrBuildHelm(props)).rejects.toThrow(/no program "go"\. Install it from https:\/\/go\.dev\/dl\//);
});
