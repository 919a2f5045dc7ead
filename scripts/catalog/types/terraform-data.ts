import { UNKNOWN, notFound, type CatalogRows } from "../catalog-type";

export const TERRAFORM_DATA: CatalogRows = {
  terraform_data: {
    noun: null,
    loss: UNKNOWN,
    // an entry of what a stack protects; a program that it runs is told for itself
    read: /./,
    replacedBy: ["triggers_replace"],
    orphan: notFound("it is a value in a state, and nothing outside of it"),
  },
};
