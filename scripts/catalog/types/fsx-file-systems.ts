import { TAGS, data, type CatalogRows } from "../catalog-type";

export const FSX_FILE_SYSTEMS: CatalogRows = {
  aws_fsx_backup: {
    noun: null,
    loss: data("a copy of a file system is deleted"),
    replacedBy: null,
    orphan: TAGS,
  },
  aws_fsx_ontap_volume: {
    noun: null,
    loss: data("its files are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_fsx_openzfs_file_system: {
    noun: null,
    loss: data("its files are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
  aws_fsx_openzfs_volume: {
    noun: null,
    loss: data("its files are deleted"),
    isFilled: true,
    replacedBy: null,
    orphan: TAGS,
  },
};
