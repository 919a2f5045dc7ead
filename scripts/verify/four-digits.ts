/** A figure as people read it: 413.94999 is `413.9`, 16333333 is `16330000`. */
export const fourDigits = (value: number): string => String(Number(value.toPrecision(4)));
