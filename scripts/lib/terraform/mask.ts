/** Whether something of a value is marked, by a mask of a plan such as `after_unknown`: `true` where it is, in the shape of the value. */
export const hasTrue = (mask: unknown): boolean =>
  mask === true || (typeof mask === "object" && mask !== null && Object.values(mask).some(hasTrue));
