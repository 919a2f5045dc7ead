import { INSTANCE_TYPES, type InstanceType } from "../../../../config/facts/instance-types";
import type { Refusal } from "../../cloud/resource-kind";
import type { Attributes } from "../../value";
import { textOf, textsOf } from "../../attribute-values";

const PRECEDENCE = "https://docs.aws.amazon.com/eks/latest/userguide/choosing-instance-type.html#max-pods-precedence";

/**
 * More pods than EKS lets a node of its own images have: it writes its own figure over that of the template. EKS says
 * nothing, and so the stand-in does.
 */
export function refusePods(group: Attributes, template: Attributes): Refusal[] {
  const encoded = textOf(template, "user_data");
  if (!encoded || textOf(template, "image_id")) return [];
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const asked = Number(/["']?max-?pods["']?\s*[:=]\s*"?(\d+)/i.exec(text)?.[1] ?? 0);
  const types: Readonly<Record<string, InstanceType>> = INSTANCE_TYPES;
  const own = textOf(template, "instance_type");
  return (own ? [own] : textsOf(group, "instance_types")).flatMap((type): Refusal[] => {
    const vcpus = types[type]?.vcpus;
    if (vcpus === undefined) return [];
    const cap = vcpus > 30 ? 250 : 110;
    if (asked <= cap) return [];
    const message = `user data asks for ${asked} pods on ${type}; without an image of one's own EKS holds it to ${cap}`;
    return [{ code: "InvalidParameterException", message, source: PRECEDENCE }];
  });
}
