import { TAGS, data, type CatalogRows } from "../catalog-type";

export const DATABASES: CatalogRows = {
  aws_db_instance: {
    noun: "database",
    loss: data("its database is deleted"),
    first: "First: take a snapshot, and restore it once.",
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_db_snapshot: {
    noun: null,
    loss: data("a copy of a database is deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_docdb_cluster: {
    noun: null,
    loss: data("its documents are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_dynamodb_table: {
    noun: null,
    loss: data("its items are deleted"),
    isFilled: true,
    replacedBy: [
      "hash_key",
      "import_table",
      "local_secondary_index",
      "name",
      "range_key",
      "restore_date_time",
      "restore_to_latest_time",
    ],
    orphan: TAGS,
  },
  aws_elasticache_replication_group: {
    noun: null,
    loss: data("what it holds is deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_opensearch_domain: {
    noun: null,
    loss: data("its indexes are deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_rds_cluster: {
    noun: "database cluster",
    loss: data("its databases are deleted"),
    first: "First: take a snapshot, and restore it once.",
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_redshift_cluster: {
    noun: null,
    loss: data("its tables are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
};
