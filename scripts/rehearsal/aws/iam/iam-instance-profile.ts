import type { Refusal } from "../../cloud/resource-kind";
import { knownKinds } from "../../known-kinds";
import type { Attributes } from "../../value";
import { textOf, textsOf } from "../../attribute-values";
import { namedObject, refuseName, refuseOtherCase, refusePath } from "./iam-names";

const api = "https://docs.aws.amazon.com/IAM/latest/APIReference";
const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/iam";
const OIDC = `${api}/API_CreateOpenIDConnectProvider.html`;

/** Ways to a role: from an instance, and from tokens of a cluster. */
export const IAM_INSTANCE_PROFILE_KINDS = knownKinds({
  aws_iam_instance_profile: {
    source: [`${provider}/instance_profile.go`, `${api}/API_CreateInstanceProfile.html`],
    defaults: { path: "/" },
    unique: [{ by: ["name"], code: "EntityAlreadyExists", source: `${api}/API_CreateInstanceProfile.html` }],
    references: [{ path: "role", to: ["aws_iam_role"], by: "name", missing: "NoSuchEntity" }],
    refuse: (object, cloud, prior) => [
      ...refuseName(object, 128),
      ...refusePath(object),
      ...refuseOtherCase("aws_iam_instance_profile", object, cloud, prior),
    ],
    create: (object, cloud) => namedObject(object, cloud, "instance-profile", "AIPA"),
  },
  aws_iam_openid_connect_provider: {
    source: [`${provider}/openid_connect_provider.go`, OIDC],
    unique: [{ by: ["url"], code: "EntityAlreadyExists", source: OIDC }],
    refuse: refuseOidcProvider,
    create: (object, cloud) => {
      const arn = cloud.globalArn("iam", `oidc-provider/${(textOf(object, "url") ?? "").replace(/^https:\/\//, "")}`);
      // IAM asks the provider for its certificate
      return { id: arn, arn, thumbprint_list: [cloud.hex(40, "thumbprint")] };
    },
  },
});

function refuseOidcProvider(object: Attributes): Refusal[] {
  const url = textOf(object, "url") ?? "";
  const clients = textsOf(object, "client_id_list");
  const thumbprints = textsOf(object, "thumbprint_list");
  const refusals: string[] = [];
  if (!/^https:\/\/[^/:?#]+(\/[^?#]*)?$/.test(url) || url.length > 255)
    refusals.push(`url is "${url}"; it begins with https:// and has neither a port nor a query, up to 255 characters`);
  if (clients.length > 100 || clients.some((client) => client === "" || client.length > 255))
    refusals.push(`client_id_list has ${clients.length} entries; it has up to 100, each of 1 to 255 characters`);
  if (thumbprints.length > 5 || thumbprints.some((thumbprint) => thumbprint.length !== 40))
    refusals.push(`thumbprint_list has ${thumbprints.length} entries; it has up to five, each of 40 characters`);
  return refusals.map((message) => ({ code: "ValidationError", message, source: OIDC }));
}
