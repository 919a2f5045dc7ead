/** An instance type of which too little is documented for a row among the others. */
interface UnknownType {
  /** First part of its name. */
  readonly family: string;
  /** What is unknown, as the end of a sentence that begins with its name. */
  readonly text: string;
  /** Where it is named. */
  readonly source: string;
}

/** Types that exist, and of which nobody has read what an environment needs to know. */
const UNKNOWN_TYPES: readonly UnknownType[] = [
  {
    family: "p6e-gb300",
    text: "is unknown: no document of AWS that was found says which EFA interfaces, network cards, zones and Capacity Blocks it has, and none is guessed. Trays of GB300 that exist are the server dgx-gb300-tray",
    source: "https://github.com/aws/eks-charts/blob/master/stable/aws-efa-k8s-device-plugin/values.yaml",
  },
];

/** What is known of a name that is no known type; undefined: nothing. */
export const unknownTypeText = (name: unknown): string | undefined =>
  typeof name === "string"
    ? UNKNOWN_TYPES.flatMap(({ family, text }) => (name.split(".")[0] === family ? [`${family} ${text}`] : []))[0]
    : undefined;
