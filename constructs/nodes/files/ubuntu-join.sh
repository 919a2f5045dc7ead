# shellcheck shell=bash
# values:
__cluster=example # Name of the cluster.
__dns=10.100.0.10 # Address of cluster DNS.
__kubeletArguments=--max-pods=29 # Flags of the kubelet, or nothing.
# end of values
/etc/eks/bootstrap.sh $__cluster --dns-cluster-ip $__dns --kubelet-extra-args $__kubeletArguments
