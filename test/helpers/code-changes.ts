import type { Json } from "./synth";

/** Synthesized stacks by role: `nodes`. */
export type Stacks = Readonly<Record<string, Json>>;

/** What another commit of the code makes of the stacks. */
export type CodeChange = (stacks: Stacks) => void;

/** cdktf ends names with a hash of their path, which says nothing. */
const HASH = /_[0-9A-F]{8}$/;

/** The name of a resource with its hash. @param address `storage.aws_s3_bucket_policy.checkpoints_policy` */
function find(stacks: Stacks, address: string): { resources: Json; name: string; role: string } {
  const [role = "", type = "", short = ""] = address.split(".");
  const resources = stacks[role]?.resource?.[type] ?? {};
  const names = Object.keys(resources).filter((name) => name === short || name.replace(HASH, "") === short);
  const [name] = names;
  if (name === undefined || names.length > 1)
    throw new Error(`${names.length} resources are ${address}; there are ${Object.keys(resources).join(", ")}`);
  return { resources, name, role };
}

/** Changes arguments of a resource. */
export function changed(address: string, change: (json: Json) => void): CodeChange {
  return (stacks) => {
    const { resources, name } = find(stacks, address);
    change(resources[name]);
  };
}

/** Gives a resource another name in the code: a construct was renamed. All that refers to it follows. */
export function renamed(address: string, to: string): CodeChange {
  return (stacks) => {
    const { resources, name, role } = find(stacks, address);
    const [, type = ""] = address.split(".");
    resources[to] = resources[name];
    delete resources[name];
    const text = JSON.stringify(stacks[role]).replaceAll(`${type}.${name}`, `${type}.${to}`);
    Object.assign(stacks[role], JSON.parse(text));
  };
}

/** Adds a resource. */
export function added(address: string, json: Json): CodeChange {
  return (stacks) => {
    const [role = "", type = "", name = ""] = address.split(".");
    stacks[role].resource[type] = { ...stacks[role].resource[type], [name]: json };
  };
}

export function removed(address: string): CodeChange {
  return (stacks) => {
    const { resources, name, role } = find(stacks, address);
    delete resources[name];
    const [, type = ""] = address.split(".");
    // Terraform takes a type without a resource for a mistake
    if (Object.keys(resources as object).length === 0) delete stacks[role]!.resource[type];
  };
}

/** Changes a policy, which is JSON in JSON. */
export function changedPolicy(address: string, change: (policy: Json) => void): CodeChange {
  return changed(address, (json) => {
    const policy: Json = JSON.parse(json.policy);
    change(policy);
    json.policy = JSON.stringify(policy);
  });
}

/** Changes values of a Helm release, which are JSON in JSON. */
export function changedValues(address: string, change: (values: Json) => void): CodeChange {
  return changed(address, (json) => {
    const values: Json = JSON.parse(json.values[0]);
    change(values);
    json.values[0] = JSON.stringify(values);
  });
}

export function all(...changes: readonly CodeChange[]): CodeChange {
  return (stacks) => changes.forEach((change) => change(stacks));
}
