import { ownTags } from "../../../scripts/orphans/orphan";
import { TAGGED_SWEEP } from "../../../scripts/orphans/tagged-sweep";
import { recordedAws, type Answer } from "../../helpers/deploying";
import { sample } from "../../helpers/environment";

const { env: environment } = sample();
const CALL = "ResourceGroupsTaggingAPI GetResources";
const HERE = "us-east-1:111122223333";

/** What AWS lists for the environment's own tag, in pages; nothing for the others. */
function listed(...pages: (readonly string[])[]): Answer[] {
  const [[own, value] = ["", ""], ...others] = ownTags(environment);
  const Tags = [{ Key: own, Value: value }];
  const TagFilters = (Key: string, one: string) => [{ Key, Values: [one] }];
  return [
    ...pages.map((arns, index) => ({
      call: CALL,
      input: { ...(index > 0 && { PaginationToken: `page-${index}` }), TagFilters: TagFilters(own, value) },
      output: {
        ResourceTagMappingList: arns.map((ResourceARN) => ({ ResourceARN, Tags })),
        PaginationToken: index + 1 < pages.length ? `page-${index + 1}` : "",
      },
    })),
    ...others.map(([Key, one]) => ({ call: CALL, input: { TagFilters: TagFilters(Key, one) }, output: {} })),
  ];
}

async function found(answers: Answer[], stated: readonly string[] = [], clusterRuns = false) {
  const aws = recordedAws(answers);
  return TAGGED_SWEEP.find({ environment, aws, isStated: (id) => stated.includes(id), clusterRuns });
}

const ids = async (...given: Parameters<typeof found>) => (await found(...given)).map(({ id }) => id);

test("every page is asked for, and what other sweeps know better is left to them", async () => {
  const vpc = `arn:aws:ec2:${HERE}:vpc/vpc-0123456789abcdef0`;
  const fsx = `arn:aws:fsx:${HERE}:file-system/fs-0123456789abcdef0`;
  const volume = `arn:aws:ec2:${HERE}:volume/vol-0123456789abcdef0`;
  expect(await ids(listed([vpc, volume], [`arn:aws:logs:${HERE}:log-group:/aws/eks/sample/cluster`, fsx]))).toEqual([
    vpc,
    fsx,
  ]);
});

test("a state has it by its ARN, or by an id that AWS has made; by its name alone it may be another", async () => {
  const nat = `arn:aws:ec2:${HERE}:natgateway/nat-0123456789abcdef0`;
  const bucket = "arn:aws:s3:::sample-checkpoints";
  // node groups, too, say how their cluster is called
  const cluster = `arn:aws:eks:${HERE}:cluster/sample`;
  const all = listed([nat, bucket, cluster]);
  expect(await ids(all, ["nat-0123456789abcdef0", bucket, "sample"])).toEqual([cluster]);
  expect(await ids(all, [cluster])).toEqual([nat, bucket]);
});

test("while the cluster is there, what has its tag is in use", async () => {
  const instance = `arn:aws:ec2:${HERE}:instance/i-0123456789abcdef0`;
  const Tags = [{ Key: "eks:cluster-name", Value: "sample" }];
  const answers = listed([instance]).map((one, index) =>
    index === 0 ? { ...one, output: { ResourceTagMappingList: [{ ResourceARN: instance, Tags }] } } : one,
  );
  expect(await ids(answers, [], true)).toEqual([]);
  expect(await ids(answers, [], false)).toEqual([instance]);
});

test("nothing of it is deleted here; a key may wait for its deletion already, and costs nobody knows what", async () => {
  const [nat, key] = await found(
    listed([`arn:aws:ec2:${HERE}:natgateway/nat-0123456789abcdef0`, `arn:aws:kms:${HERE}:key/1-2`]),
  );
  expect(nat).toMatchObject({ removal: "never", why: expect.stringContaining("for some time after it is gone") });
  expect(nat?.usdPerMonth).toBeGreaterThan(0);
  expect(key).toMatchObject({ removal: "never", usdPerMonth: null, why: expect.stringContaining("7 to 30 days") });
});

test("a node of Karpenter that outlives its cluster is found; while the cluster is there, it is in use", async () => {
  const instance = `arn:aws:ec2:${HERE}:instance/i-0123456789abcdef0`;
  // as Karpenter tags what it starts, beside the tags of its NodeClass
  const Tags = [
    { Key: "kubernetes.io/cluster/sample", Value: "owned" },
    { Key: "karpenter.sh/nodepool", Value: "cpu" },
    { Key: "railyard:environment", Value: "sample" },
  ];
  const answers = () =>
    listed([instance]).map((one, index) =>
      index === 0 ? { ...one, output: { ResourceTagMappingList: [{ ResourceARN: instance, Tags }] } } : one,
    );
  expect(await ids(answers(), [], false)).toEqual([instance]);
  expect(await ids(answers(), [], true)).toEqual([]);
});
