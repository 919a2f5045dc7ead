import type * as apiextensions from "kubernetes-types/apiextensions/v1";
import type * as apps from "kubernetes-types/apps/v1";
import type * as batch from "kubernetes-types/batch/v1";
import type * as core from "kubernetes-types/core/v1";
import type * as networking from "kubernetes-types/networking/v1";
import type * as rbac from "kubernetes-types/rbac/v1";
import type * as scheduling from "kubernetes-types/scheduling/v1";
import type * as storage from "kubernetes-types/storage/v1";
import type { AdmissionPolicy, AdmissionPolicyBinding } from "./admission-policies";
import type { CustomResource } from "./custom-resources";
import type { KarpenterResource } from "./karpenter-resources";
import type { NetworkResource } from "./network-resources";
import type { QueueResource } from "./queue-resources";
import type { Written, WrittenObject } from "./written";

export type ClusterRole = WrittenObject<rbac.ClusterRole>;
export type ClusterRoleBinding = WrittenObject<rbac.ClusterRoleBinding>;
export type ConfigMap = WrittenObject<core.ConfigMap>;
export type CronJob = WrittenObject<batch.CronJob>;
export type CustomResourceDefinition = WrittenObject<apiextensions.CustomResourceDefinition>;
export type DaemonSet = WrittenObject<apps.DaemonSet>;
export type Deployment = WrittenObject<apps.Deployment>;
export type Job = WrittenObject<batch.Job>;
export type Namespace = WrittenObject<core.Namespace>;
export type NetworkPolicy = WrittenObject<networking.NetworkPolicy>;
export type PersistentVolume = WrittenObject<core.PersistentVolume>;
export type PersistentVolumeClaim = WrittenObject<core.PersistentVolumeClaim>;
export type PriorityClass = WrittenObject<scheduling.PriorityClass>;
export type ResourceQuota = WrittenObject<core.ResourceQuota>;
export type Role = WrittenObject<rbac.Role>;
export type RoleBinding = WrittenObject<rbac.RoleBinding>;
export type Service = WrittenObject<core.Service>;
export type ServiceAccount = WrittenObject<core.ServiceAccount>;
export type StorageClassObject = WrittenObject<storage.StorageClass>;

export type Container = Written<core.Container>;
export type CronJobSpec = Written<batch.CronJobSpec>;
export type EnvVar = Written<core.EnvVar>;
export type PodSecurityContext = Written<core.PodSecurityContext>;
export type PodSpec = Written<core.PodSpec>;
export type Volume = Written<core.Volume>;
export type VolumeMount = Written<core.VolumeMount>;

/** An object of a kind that Railyard writes; another kind is added here, with its type. */
export type KubernetesObject =
  | AdmissionPolicy
  | AdmissionPolicyBinding
  | ClusterRole
  | ClusterRoleBinding
  | ConfigMap
  | CronJob
  | CustomResource
  | CustomResourceDefinition
  | DaemonSet
  | Deployment
  | Job
  | KarpenterResource
  | Namespace
  | NetworkPolicy
  | NetworkResource
  | PersistentVolume
  | PersistentVolumeClaim
  | PriorityClass
  | QueueResource
  | ResourceQuota
  | Role
  | RoleBinding
  | Service
  | ServiceAccount
  | StorageClassObject;
