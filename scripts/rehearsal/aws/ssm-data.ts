import type { CloudApi } from "../cloud/cloud-api";
import type { DataKind } from "../cloud/resource-kind";
import type { Attributes } from "../value";
import { textOf } from "../attribute-values";

const docs = "https://docs.aws.amazon.com";

/**
 * Public parameters with the id of an image.
 * @see https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id.html
 * @see https://docs.aws.amazon.com/eks/latest/userguide/retrieve-ami-id-bottlerocket.html
 */
const IMAGES = [
  /^\/aws\/service\/eks\/optimized-ami\/1\.\d+\/amazon-linux-2(023\/(x86_64|arm64)\/(standard|nvidia|neuron)|(-gpu|-arm64)?)\/[^/]+\/image_id$/,
  /^\/aws\/service\/bottlerocket\/aws-k8s-1\.\d+(-nvidia)?(-fips)?\/(x86_64|arm64)\/[^/]+\/image_id$/,
];

export const SSM_DATA: Readonly<Record<string, DataKind>> = {
  aws_ssm_parameter: {
    sensitive: ["value"],
    source: [
      "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/ssm/parameter_data_source.go",
      `${docs}/eks/latest/userguide/retrieve-ami-id.html`,
    ],
    read: (config, cloud) => {
      const name = textOf(config, "name") ?? "";
      const parameter = cloud.all("aws_ssm_parameter").find(({ attributes }) => attributes["name"] === name);
      if (parameter) return own(name, parameter.attributes);
      if (IMAGES.some((pattern) => pattern.test(name))) return image(name, cloud);
      return {
        code: "ParameterNotFound",
        message: `name: there is no parameter ${name}`,
        source: `${docs}/systems-manager/latest/APIReference/API_GetParameter.html`,
      };
    },
  },
};

function own(name: string, parameter: Attributes): Attributes {
  const { arn = null, insecure_value = null, type = "String", value = null, version = 1 } = parameter;
  return { id: name, arn, type, value: value ?? insecure_value, insecure_value, version };
}

function image(name: string, cloud: CloudApi): Attributes {
  const id = `ami-${cloud.hex(17, "image")}`;
  return {
    id: name,
    arn: `arn:${cloud.partition}:ssm:${cloud.region}::parameter${name}`,
    type: "String",
    value: id,
    insecure_value: id,
    version: 1,
  };
}
