const DOCS = "https://docs.aws.amazon.com";

/** Error codes of EC2, with what each of them means. */
export const EC2_ERRORS = `${DOCS}/AWSEC2/latest/APIReference/errors-overview.html`;

/** Page of an action or of a data type. */
export const ec2Api = (name: string) => `${DOCS}/AWSEC2/latest/APIReference/API_${name}.html`;

export const ec2Guide = (page: string) => `${DOCS}/AWSEC2/latest/UserGuide/${page}.html`;

export const vpcGuide = (page: string) => `${DOCS}/vpc/latest/userguide/${page}.html`;

export const privateLinkGuide = (page: string) => `${DOCS}/vpc/latest/privatelink/${page}.html`;

/** Source of a resource type of the provider whose bindings are used. */
export const ec2Provider = (file: string) =>
  `https://github.com/hashicorp/terraform-provider-aws/blob/v6.25.0/internal/service/ec2/${file}.go`;
