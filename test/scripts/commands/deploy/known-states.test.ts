import { assertBootstrapState, assertStatesKnow } from "../../../../scripts/commands/deploy/known-states";
import { sample } from "../../../helpers/environment";
import { awsError, pretendedAws } from "../../../helpers/pretended-aws";
import { temporaryFolders } from "../../../helpers/terraform";

const folder = temporaryFolders();

const VPC = "vpc-0123456789abcdef0";
const tagged = (...arns: string[]) => ({ ResourceTagMappingList: arns.map((ResourceARN) => ({ ResourceARN })) });
const account = (state: object) =>
  pretendedAws({
    "S3.GetObject": state,
    "S3.HeadBucket": {},
    "ResourceGroupsTaggingAPI.GetResources": tagged(`arn:aws:ec2:us-east-1:111122223333:vpc/${VPC}`),
  });
const NO_STATE = account(awsError("NoSuchKey", 404));
const EMPTY = account({ Body: { transformToString: () => Promise.resolve("{}") } });

test("what no state knows stops a deployment while a stack has no state, and is told where all have one", async () => {
  const { env: environment } = sample();
  const props = { environment, root: folder() };
  await expect(assertStatesKnow({ ...props, aws: NO_STATE }, ["network"])).rejects.toThrow(`vpc/${VPC}`);
  expect(await assertStatesKnow({ ...props, aws: EMPTY }, ["network"])).toEqual({
    unknown: [`arn:aws:ec2:us-east-1:111122223333:vpc/${VPC}`],
    unasked: null,
  });
});

test("what is adopted comes into a state with the apply: it stops nothing, also after one that was interrupted", async () => {
  const { env: environment } = sample({ adopt: { vpc: { id: VPC } } });
  const props = { environment, root: folder(), aws: NO_STATE };
  expect(await assertStatesKnow(props, ["network"])).toEqual({ unknown: [], unasked: null });
});

test("a state bucket that is adopted needs no state of its stack yet", async () => {
  const root = folder();
  const { env: environment } = sample();
  await expect(assertBootstrapState({ environment, root, aws: NO_STATE })).rejects.toThrow("would be made again");
  const name = environment.state.kind === "s3" ? environment.state.bucket : "";
  const adopting = sample({ adopt: { stateBucket: { name } } }).env;
  await expect(assertBootstrapState({ environment: adopting, root, aws: NO_STATE })).resolves.toBeUndefined();
});
