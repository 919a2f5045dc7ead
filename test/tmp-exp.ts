import { openInEditor } from "./helpers/editor";
const plain = (more = "") => `import { defineEnvironment } from "../index";
export default defineEnvironment({
  name: "mine", account: "111122223333", region: "us-east-1",
  owner: { team: "a", costCenter: "b" },
  network: { kind: "create", cidr: "10.10.0.0/16", zones: ["us-east-1a", "us-east-1b"] },
  cluster: { kind: "eks", admins: ["arn:aws:iam::111122223333:role/platform-admin"], systemNodes: { count: 2 } },
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge", nodes: 2,
      /*here*/
      ${more}
    },
  },
  lustre: { deployment: "scratch-2", capacityGiB: 1200 },
});
`;
const fork = (more = "") => `import { defineEnvironment } from "../index";
import research from "./research";
export default defineEnvironment({
  extends: research,
  name: "mine",
  nodeGroups: {
    h100: {
      instanceType: "p5.48xlarge",
      /*here*/
      ${more}
    },
    cpu: null,
  },
  lustre: { capacityGiB: 1200 },
});
`;
for (const make of [plain, fork]) {
  const t = Date.now();
  const e = openInEditor({ "config/environments/mine.ts": make() });
  console.log(e.errors());
  console.log("HOVER", e.hover("instanceType"), "|||", e.hover("capacityGiB"), "|||", e.hover("name"), "||| group:", e.hover("lustre"));
  console.log("COMPL", e.offered().slice(0, 30));
  for (const typo of ["instancetype: 'x',", "fabricc: { kind: 'none' },", "capacity: { kindd: 'spot' },", "capacity: { kind: 'spott' },"]) console.log(typo, openInEditor({ "config/environments/mine.ts": make(typo) }).errors());
  const k = make().replace('name: "mine"', 'name: "mine", lustr: {}');
  console.log("top", openInEditor({ "config/environments/mine.ts": k }).errors());
  const l = make().replace('capacityGiB: 1200', 'capacityGiB: 1200, througput: 3');
  console.log("lustre", openInEditor({ "config/environments/mine.ts": l }).errors());
  console.log(Date.now() - t, "ms");
}
