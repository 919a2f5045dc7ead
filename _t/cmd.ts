import { chartsCommand } from "../scripts/commands/charts";
process.exitCode = chartsCommand(process.argv.slice(2), { root: process.cwd(), clock: () => new Date(), print: console.log, printError: console.error } as any);
