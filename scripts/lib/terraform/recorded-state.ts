/** A resource instance that a state has. */
export interface Recorded {
  /** As in `aws_subnet.private["us-east-1a"]`. */
  readonly address: string;
  readonly type: string;
  /** Null where the type has no id, or the instance could not be finished. */
  readonly id: string | null;
  /** Whether it stands in the pretended cloud: Terraform's own resources are in its state only. */
  readonly inCloud: boolean;
}

export type StateAttributes = Readonly<Record<string, unknown>>;

/** The part of Terraform's state format 4 that is read. */
interface State {
  readonly resources?: readonly {
    readonly module?: string;
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly provider: string;
    readonly instances?: readonly {
      readonly index_key?: string | number;
      readonly attributes?: StateAttributes | null;
    }[];
  }[];
}

const BUILT_IN = 'provider["terraform.io/builtin/terraform"]';

/** Managed resources of a state. @param identify what tells an object of a type from the others: its id, mostly */
export function recordedIn(
  state: unknown,
  identify: (type: string, attributes: StateAttributes) => unknown = (_, { id }) => id,
): Recorded[] {
  const { resources = [] } = state as State;
  return resources
    .filter(({ mode }) => mode === "managed")
    .flatMap(({ module, type, name, provider, instances = [] }) =>
      instances.map(({ index_key: key, attributes }) => ({
        id: text(attributes ? identify(type, attributes) : null),
        address: `${module === undefined ? "" : `${module}.`}${type}.${name}${key === undefined ? "" : `[${JSON.stringify(key)}]`}`,
        type,
        inCloud: !provider.endsWith(BUILT_IN),
      })),
    );
}

const text = (value: unknown) => (typeof value === "string" ? value : null);
