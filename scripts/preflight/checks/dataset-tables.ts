import { GetTableCommand, GlueClient } from "../../lib/aws/glue";
import type { AwsAccess } from "../../lib/aws/access";
import type { CheckResult, PreflightCheck } from "../check";
import { orNull } from "../not-found";

const SOURCE = "https://docs.aws.amazon.com/glue/latest/webapi/API_GetTable.html";

/** Tables of Glue that say versions of datasets: a run that finds none says that it does not know what it reads. */
export const DATASET_TABLES: PreflightCheck = {
  id: "datasets/glue-tables",
  title: "Tables of Glue that say versions of datasets are there.",
  actions: ["glue:GetTable"],
  run: ({ environment: { datasets }, aws }) =>
    Promise.all(
      datasets.flatMap(({ name, version }) =>
        version?.kind === "glue" ? [ofTable(aws, name, version.database, version.table)] : [],
      ),
    ),
};

async function ofTable(aws: AwsAccess, dataset: string, database: string, table: string): Promise<CheckResult> {
  const subject = `${database}.${table}`;
  const question = new GetTableCommand({ DatabaseName: database, Name: table });
  const found = (await orNull(aws.client(GlueClient).send(question)))?.Table;
  if (!found)
    return {
      verdict: "failed",
      subject,
      text: `is not in the catalogue of ${aws.region}, but datasets.${dataset}.version says that it is`,
      fix: `Correct datasets.${dataset}.version, or have the table made: aws glue get-tables --database-name ${database}`,
      source: SOURCE,
    };
  const { table_type: type = "", metadata_location: metadata } = found.Parameters ?? {};
  if (type.toUpperCase() === "ICEBERG" && metadata !== undefined)
    return { verdict: "ok", subject, text: `is a table of Iceberg: its version is ${metadata}` };
  if (found.VersionId === undefined)
    return {
      verdict: "warning",
      subject,
      text: "has no VersionId: runs say that its version is not known",
      source: SOURCE,
    };
  return {
    verdict: "ok",
    subject,
    text: `has version ${found.VersionId} of its definition, which stays when files come`,
  };
}
