import type { AttributeChange } from "../model";
import type { TypeNode } from "./attribute-types";

/** Where in a resource a comparison is. */
export interface Place {
  /** `scaling_config[0].desired_size` */
  readonly text: string;
  /** Steps from the resource; inside of a decoded text, those to the text. */
  readonly steps: readonly (string | number)[];
  /** What the schema says of the place; null where it says nothing. */
  readonly type: TypeNode | null;
  /** In a decoded text, where nothing and an empty value differ. */
  readonly inDocument: boolean;
}

/** A difference, and where it is. */
export interface Found {
  readonly steps: Place["steps"];
  readonly type: Place["type"];
  readonly change: AttributeChange;
}

/** A change at its place. */
export function found({ steps, type }: Place, change: AttributeChange): Found {
  return { steps, type, change };
}

/** The place of a step below another place. */
export function inside(place: Place, step: string | number): Place {
  return {
    ...place,
    text: joined(place.text, step),
    steps: place.inDocument ? place.steps : [...place.steps, step],
    type: place.type?.inside(step) ?? null,
  };
}

function joined(text: string, step: string | number): string {
  if (typeof step === "number") return `${text}[${step}]`;
  if (!/^[\w-]+$/.test(step)) return `${text}["${step}"]`;
  return text === "" || text.endsWith(" ") ? `${text}${step}` : `${text}.${step}`;
}
