import { defineCommand, type DescribedOptions } from "../../cli/define-command";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is run, or when its steps are asked for
const command = () => require("./command") as typeof import("./command");

/** `railyard ci`: each step has its own words, which its usage tells. */
export const CI_COMMAND = defineCommand<DescribedOptions>({
  name: "ci",
  takes: "<step>",
  about: "Steps of the workflows in .github/workflows; their README tells what each needs.",
  examples: [],
  get options(): DescribedOptions {
    const all = Object.values(command().STEPS).flatMap(({ options }) => Object.entries(options));
    return Object.fromEntries(all.map(([name, option]) => [name, { ...option, text: "" }]));
  },
  exitCodes: { 0: "it went well", 1: "something is wrong" },
  help: () => command().HELP,
  run: () => command().ciCommand,
});
