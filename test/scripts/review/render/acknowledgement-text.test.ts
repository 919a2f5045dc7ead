import { parse } from "yaml";
import { acknowledgementText } from "../../../../scripts/review/render/acknowledgement-text";

test.each([
  "prod-storage.aws_fsx_lustre_file_system.lustre",
  'prod-x.aws_y.z["a: b #c"]',
  "prod-x.aws_y.z (deposed 1a2b)",
])("the file for %s says exactly this address, and leaves reason and day to a person", (address) => {
  const { path, yaml, line } = acknowledgementText(address);
  expect(path).toBe("acknowledgements/<id>.yaml");
  expect(parse(yaml)).toEqual({ address, reason: "<why this is meant>", expires: "<YYYY-MM-DD>" });
  expect(line).toContain(address);
  expect(line).not.toContain("\n");
});
