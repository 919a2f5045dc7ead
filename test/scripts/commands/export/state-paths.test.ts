import { withStatePaths } from "../../../../scripts/commands/export/state-paths";

const [from, to] = ["/repo/cdktf.out/stacks/dev-bootstrap", "/elsewhere/dev/dev-bootstrap"];

test("leads local state to the same file from another folder", () => {
  const json = {
    terraform: { backend: { local: { path: "../../../state/dev.tfstate" } }, required_version: ">= 1.11.0" },
    data: {
      terraform_remote_state: { bootstrap: { backend: "local", config: { path: "../../../state/dev.tfstate" } } },
    },
    resource: { aws_vpc: {} },
  };
  expect(withStatePaths(json, from, to)).toEqual({
    terraform: { backend: { local: { path: "../../../repo/state/dev.tfstate" } }, required_version: ">= 1.11.0" },
    data: {
      terraform_remote_state: { bootstrap: { backend: "local", config: { path: "../../../repo/state/dev.tfstate" } } },
    },
    resource: { aws_vpc: {} },
  });
});

test("leaves absolute paths and states in S3 as they are", () => {
  const json = {
    terraform: { backend: { local: { path: "/states/dev.tfstate" } } },
    data: { terraform_remote_state: { network: { backend: "s3", config: { bucket: "b", path: "x" } } } },
  };
  expect(withStatePaths(json, from, to)).toEqual(json);
  const remote = { terraform: { backend: { s3: { key: "network.tfstate" } } } };
  expect(withStatePaths(remote, from, to)).toEqual(remote);
  expect(withStatePaths({}, from, to)).toEqual({});
});
