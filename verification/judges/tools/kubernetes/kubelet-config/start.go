package main

import (
	"fmt"

	cadvisor "github.com/google/cadvisor/info/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/utils/cpuset"
)

const (
	numaNodes = 2
	cpus      = 8 // of a NUMA node
	near      = 10
	far       = 20
)

// start makes the two managers as the kubelet does when it starts.
func start(kc *config.KubeletConfiguration) []string {
	node := machine()
	topology, err := topologymanager.NewManager(
		node.Topology, kc.TopologyManagerPolicy, kc.TopologyManagerScope, kc.TopologyManagerPolicyOptions)
	if err != nil {
		return []string{err.Error()}
	}
	specific, reserved, err := reservation(kc)
	if err != nil {
		return []string{err.Error()}
	}
	_, err = cpumanager.NewManager(
		klog.Background(), kc.CPUManagerPolicy, kc.CPUManagerPolicyOptions, kc.CPUManagerReconcilePeriod.Duration,
		node, specific, v1.ResourceList{v1.ResourceCPU: reserved}, "", topology)
	return messages(err)
}

// reservation is the CPUs that pods do not get: those named, else the sum of the two amounts.
func reservation(kc *config.KubeletConfiguration) (cpuset.CPUSet, resource.Quantity, error) {
	specific, err := cpuset.Parse(kc.ReservedSystemCPUs)
	if err != nil {
		return specific, resource.Quantity{}, fmt.Errorf("reservedSystemCPUs: %w", err)
	}
	if specific.Size() > 0 {
		return specific, *resource.NewQuantity(int64(specific.Size()), resource.DecimalSI), nil
	}
	var sum resource.Quantity
	for _, reserved := range []map[string]string{kc.KubeReserved, kc.SystemReserved} {
		if amount, ok := reserved["cpu"]; ok {
			quantity, err := resource.ParseQuantity(amount)
			if err != nil {
				return specific, sum, fmt.Errorf("reserved cpu %q: %w", amount, err)
			}
			sum.Add(quantity)
		}
	}
	return specific, sum, nil
}

func machine() *cadvisor.MachineInfo {
	node := &cadvisor.MachineInfo{NumCores: numaNodes * cpus, NumSockets: numaNodes, NumPhysicalCores: numaNodes * cpus}
	for id := range numaNodes {
		numa := cadvisor.Node{Id: id, Distances: []uint64{far, far}}
		numa.Distances[id] = near
		for core := range cpus {
			numa.Cores = append(numa.Cores, cadvisor.Core{Id: core, SocketID: id, Threads: []int{id*cpus + core}})
		}
		node.Topology = append(node.Topology, numa)
	}
	return node
}
