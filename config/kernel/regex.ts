/** A text as a part of a regular expression that matches it and nothing else. */
export const regexText = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
