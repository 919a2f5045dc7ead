const guide = "https://docs.aws.amazon.com/fsx/latest/LustreGuide";
const api = "https://docs.aws.amazon.com/fsx/latest/APIReference";

/** Where it says what FSx for Lustre takes. */
export const FSX_SOURCES = {
  create: `${api}/API_CreateFileSystem.html`,
  createLustre: `${api}/API_CreateFileSystemLustreConfiguration.html`,
  createMetadata: `${api}/API_CreateFileSystemLustreMetadataConfiguration.html`,
  createLog: `${api}/API_LustreLogCreateConfiguration.html`,
  readCache: `${api}/API_LustreReadCacheConfiguration.html`,
  update: `${api}/API_UpdateFileSystem.html`,
  updateLustre: `${api}/API_UpdateFileSystemLustreConfiguration.html`,
  updateMetadata: `${api}/API_UpdateFileSystemLustreMetadataConfiguration.html`,
  association: `${api}/API_CreateDataRepositoryAssociation.html`,
  deployments: `${guide}/using-fsx-lustre.html`,
  cannotCreate: `${guide}/cannot-create-fs.html`,
  efa: `${guide}/efa-file-systems.html`,
  throughput: `${guide}/managing-throughput-capacity.html`,
  capacity: `${guide}/managing-storage-capacity.html`,
  metadata: `${guide}/managing-metadata-performance.html`,
  backups: `${guide}/using-backups-fsx.html`,
  linkedRepositories: `${guide}/create-dra-linked-data-repo.html`,
  linkRepository: `${guide}/create-linked-dra.html`,
  repositories: `${guide}/overview-dra-data-repo.html`,
  importUpdates: `${guide}/autoimport-data-repo-dra.html`,
} as const;
