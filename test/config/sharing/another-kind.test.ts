import { resolveAwsEks } from "../../../config/sites/aws-eks/resolve";
import { GPU_SHARING_RULES } from "../../../config/sharing/rules";
import type { NodeGroupConfig } from "../../../config/sites/aws-eks/nodes/schema";
import { SHARING_KINDS } from "../../../config/sharing/kinds";
import type { SharingKind } from "../../../config/sharing/sharing";
import { sharingLabels, sharingProfiles, usesMig } from "../../../constructs/platform/gpu-sharing";
import { HALVES } from "../../fixtures/halves/kind";
import { NOW, ruleOf, sample } from "../../helpers/environment";

// its row, as long as the tests of this file run
const rows = SHARING_KINDS as unknown as SharingKind[];
rows.push(HALVES);
afterAll(() => rows.splice(rows.indexOf(HALVES), 1));

function shared(change = {}) {
  const { config: plain } = sample(change);
  const sharing = HALVES.schema.parse({ kind: "halves" }) as unknown as NodeGroupConfig["sharing"];
  const config = { ...plain, nodeGroups: { ...plain.nodeGroups, h100: { ...plain.nodeGroups.h100!, sharing } } };
  return { config, env: resolveAwsEks(config, new Map(), NOW), now: NOW };
}

const { sharing } = shared().env.nodeGroups.find(({ name }) => name === "h100")!;
const found = (id: string, change = {}) => [...ruleOf(GPU_SHARING_RULES, id).check(shared(change))];

describe("a way to share that is one folder and one row", () => {
  test("is what the device plugin and the labels of nodes say", () => {
    expect(sharingLabels(sharing)).toEqual({
      "nvidia.com/device-plugin.config": "halves",
      "example.com/halves": "true",
    });
    expect(sharingProfiles([sharing]).halves).toContain("halves: true");
    expect(usesMig([sharing])).toBe(false);
  });

  test("is held to what holds for all of them", () => {
    expect(found("gpu/sharing-with-slurm")[0]?.message).toContain(
      "sharing is halves, and partition train has h100: nobody has written it",
    );
    expect(found("gpu/sharing-on-fabric")[0]?.message).toContain("up to 16 pods for 32 EFA devices");
    expect(found("gpu/sharing-needs-plugin", { gpu: { allocation: "dra" } })[0]?.message).toContain(
      "sharing is halves",
    );
    expect(found("gpu/sharing-needs-operator", { gpu: { operator: false } })).toHaveLength(1);
    expect(found("gpu/sharing-on-cpu")).toEqual([]);
  });
});
