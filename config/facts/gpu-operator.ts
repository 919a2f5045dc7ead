/**
 * Label by which the GPU Operator tells what works on the GPUs of a node: `container`, which is what nodes without it are,
 * `vm-passthrough` or `vm-vgpu`.
 * @see https://github.com/NVIDIA/gpu-operator/blob/v26.7.0/controllers/state_manager.go
 */
export const GPU_WORKLOAD_LABEL = "nvidia.com/gpu.workload.config";
