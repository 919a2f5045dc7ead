import type { CloudApi } from "../cloud/cloud-api";
import type { KindRow, Refusal } from "../cloud/resource-kind";
import { knownKinds } from "../known-kinds";
import type { Attributes } from "../value";
import { blockOf, textOf, textsOf } from "../attribute-values";
import { uuid } from "./api-ids";
import { parseArn } from "./arn";

const provider = "https://github.com/hashicorp/terraform-provider-aws/blob/main/internal/service/rolesanywhere";
const api = "https://docs.aws.amazon.com/rolesanywhere/latest/APIReference";
const ANCHOR = `${api}/API_CreateTrustAnchor.html`;
const PROFILE = `${api}/API_CreateProfile.html`;

const NAME = /^[ a-zA-Z0-9\-_]{1,255}$/;
/** Characters that a bundle of certificates may have. */
const MOST_CERTIFICATES = 8000;

const trustAnchor: KindRow = {
  source: [`${provider}/trust_anchor.go`, ANCHOR],
  computedBlocks: ["notification_settings"],
  defaults: { enabled: true },
  refuse: (anchor, cloud) => [...refuseName(anchor, ANCHOR), ...refuseSource(anchor, cloud)],
  create: (_, cloud) => {
    const id = uuid(cloud, "trust-anchor");
    return { id, arn: cloud.arn("rolesanywhere", `trust-anchor/${id}`) };
  },
};

const profile: KindRow = {
  source: [`${provider}/profile.go`, PROFILE],
  defaults: { enabled: true, duration_seconds: 3600 },
  references: [{ path: "role_arns", to: ["aws_iam_role"], by: "arn", missing: "ValidationException" }],
  refuse: (object) => [...refuseName(object, PROFILE), ...refuseRoles(object)],
  create: (_, cloud) => {
    const id = uuid(cloud, "profile");
    return { id, arn: cloud.arn("rolesanywhere", `profile/${id}`) };
  },
};

export const ROLES_ANYWHERE_KINDS = knownKinds({
  aws_rolesanywhere_trust_anchor: trustAnchor,
  aws_rolesanywhere_profile: profile,
});

function refuseName(object: Attributes, source: string): Refusal[] {
  const name = textOf(object, "name") ?? "";
  return NAME.test(name)
    ? []
    : [invalid(`name is "${name}"; it has 1 to 255 letters, digits, spaces, hyphens and underscores`, source)];
}

/** Certificates in PEM, or an authority of AWS Private CA. */
function refuseSource(anchor: Attributes, cloud: CloudApi): Refusal[] {
  const source = blockOf(anchor, "source");
  const data = blockOf(source, "source_data");
  const type = textOf(source, "source_type");
  const [pem, arn] = [textOf(data, "x509_certificate_data"), textOf(data, "acm_pca_arn")];
  if (type === "CERTIFICATE_BUNDLE") {
    if (pem === null || !pem.startsWith("-----BEGIN CERTIFICATE-----"))
      return [invalid("x509_certificate_data is no certificate in PEM", ANCHOR)];
    return pem.length <= MOST_CERTIFICATES
      ? []
      : [invalid(`x509_certificate_data has ${pem.length} characters; it has up to ${MOST_CERTIFICATES}`, ANCHOR)];
  }
  if (type !== "AWS_ACM_PCA")
    return [invalid(`source_type is ${type}; it is CERTIFICATE_BUNDLE or AWS_ACM_PCA`, ANCHOR)];
  const parsed = parseArn(arn ?? "");
  return parsed?.service === "acm-pca" && parsed.partition === cloud.partition
    ? []
    : [invalid(`acm_pca_arn is ${arn}; it is an authority of AWS Private CA in ${cloud.partition}`, ANCHOR)];
}

function refuseRoles(object: Attributes): Refusal[] {
  const roles = textsOf(object, "role_arns").length;
  return roles <= 250 ? [] : [invalid(`role_arns has ${roles} roles; a profile has up to 250`, PROFILE)];
}

const invalid = (message: string, source: string): Refusal => ({ code: "ValidationException", message, source });
