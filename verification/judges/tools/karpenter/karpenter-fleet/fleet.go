package main

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/record"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	provisioning "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/controllers/state"
	"sigs.k8s.io/karpenter/pkg/events"
	"sigs.k8s.io/karpenter/pkg/operator/injection"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	"sigs.k8s.io/karpenter/pkg/scheduling"
	nodepools "sigs.k8s.io/karpenter/pkg/utils/nodepool"
)

type question struct {
	Zones      []string      `json:"zones"`
	Types      []nodeType    `json:"types"`
	NodePools  []pool        `json:"nodePools"`
	DaemonSets []*corev1.Pod `json:"daemonSets"`
	Workloads  []workload    `json:"workloads"`
}

// nodeType is an instance type that can be bought on demand, in every zone for the same price.
type nodeType struct {
	Name        string              `json:"name"`
	Arch        string              `json:"arch"`
	Price       float64             `json:"price"`
	Allocatable corev1.ResourceList `json:"allocatable"`
}

// pool is a NodePool; those of greater weight come first.
type pool struct {
	Name   string   `json:"name"`
	Weight int32    `json:"weight"`
	Types  []string `json:"types"`
}

// workload is so many pods, called by the pod's name and a number.
type workload struct {
	Replicas int         `json:"replicas"`
	Pod      *corev1.Pod `json:"pod"`
}

type answer struct {
	Nodes      []node            `json:"nodes"`
	Unplaced   map[string]string `json:"unplaced"`
	CPUSeconds float64           `json:"cpuSeconds"`
}

// node is a NodeClaim. Of the types that are left to it, the first is the cheapest.
type node struct {
	NodePool string   `json:"nodePool"`
	Types    []string `json:"types"`
	Pods     []string `json:"pods"`
}

// nothing is a cluster without objects.
type nothing struct{ client.Client }

func (nothing) List(context.Context, client.ObjectList, ...client.ListOption) error { return nil }

// schedule goes the way of Karpenter's provisioner, NewScheduler and Schedule, with what it reads of a cluster given.
func schedule(ctx context.Context, q question) (answer, error) {
	ctx = options.ToContext(injection.WithControllerName(ctx, "provisioner"), &options.Options{})
	pools, typesOf := q.nodePools(), map[string][]*cloudprovider.InstanceType{}
	for _, p := range q.NodePools {
		typesOf[p.Name] = q.instanceTypes()
	}
	nodepools.OrderByWeight(pools)
	pods := q.pods()

	start := cpuTime()
	// One candidate at a time, as with the CPU request of Karpenter's chart.
	opts := []provisioning.Options{provisioning.DisableReservedCapacityFallback, provisioning.NumConcurrentReconciles(1)}
	cluster := state.NewCluster(clock.RealClock{}, nothing{}, nil)
	topology, err := provisioning.NewTopology(ctx, nothing{}, cluster, nil, pools, typesOf, pods, opts...)
	if err != nil {
		return answer{}, err
	}
	scheduler := provisioning.NewScheduler(ctx, nothing{}, pools, cluster, nil, topology, typesOf, q.DaemonSets,
		events.NewRecorder(&record.FakeRecorder{}), clock.RealClock{}, nil, nil, opts...)
	results, err := scheduler.Solve(ctx, pods)
	if err != nil {
		return answer{}, err
	}
	a := answer{Unplaced: map[string]string{}, CPUSeconds: (cpuTime() - start).Seconds()}
	for _, claim := range results.NewNodeClaims {
		n := node{NodePool: claim.NodePoolName}
		for _, t := range claim.InstanceTypeOptions.OrderByPrice(claim.Requirements) {
			n.Types = append(n.Types, t.Name)
		}
		for _, p := range claim.Pods {
			n.Pods = append(n.Pods, p.Name)
		}
		slices.Sort(n.Pods)
		a.Nodes = append(a.Nodes, n)
	}
	for p, why := range results.PodErrors {
		a.Unplaced[p.Name] = why.Error()
	}
	return a, nil
}

// cpuTime is that of the process, the collector's included.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func (q question) nodePools() []*karpv1.NodePool {
	var all []*karpv1.NodePool
	for _, p := range q.NodePools {
		nodePool := &karpv1.NodePool{ObjectMeta: metav1.ObjectMeta{Name: p.Name}}
		nodePool.Spec.Weight = &p.Weight
		nodePool.Spec.Template.Spec.NodeClassRef = &karpv1.NodeClassReference{Group: "karpenter.k8s.aws", Kind: "EC2NodeClass", Name: "gpu"}
		nodePool.Spec.Template.Spec.Requirements = []karpv1.NodeSelectorRequirementWithMinValues{
			{Key: corev1.LabelInstanceTypeStable, Operator: corev1.NodeSelectorOpIn, Values: p.Types},
			{Key: karpv1.CapacityTypeLabelKey, Operator: corev1.NodeSelectorOpIn, Values: []string{karpv1.CapacityTypeOnDemand}},
		}
		all = append(all, nodePool)
	}
	return all
}

func (q question) instanceTypes() []*cloudprovider.InstanceType {
	var all []*cloudprovider.InstanceType
	for _, t := range q.Types {
		instanceType := &cloudprovider.InstanceType{
			Name: t.Name,
			Requirements: scheduling.NewRequirements(
				scheduling.NewRequirement(corev1.LabelInstanceTypeStable, corev1.NodeSelectorOpIn, t.Name),
				scheduling.NewRequirement(corev1.LabelArchStable, corev1.NodeSelectorOpIn, t.Arch),
				scheduling.NewRequirement(corev1.LabelOSStable, corev1.NodeSelectorOpIn, string(corev1.Linux)),
				scheduling.NewRequirement(corev1.LabelTopologyZone, corev1.NodeSelectorOpIn, q.Zones...),
				scheduling.NewRequirement(karpv1.CapacityTypeLabelKey, corev1.NodeSelectorOpIn, karpv1.CapacityTypeOnDemand),
			),
			Capacity: t.Allocatable,
			Overhead: &cloudprovider.InstanceTypeOverhead{},
		}
		for _, zone := range q.Zones {
			instanceType.Offerings = append(instanceType.Offerings, &cloudprovider.Offering{
				Requirements: scheduling.NewLabelRequirements(map[string]string{
					corev1.LabelTopologyZone:    zone,
					karpv1.CapacityTypeLabelKey: karpv1.CapacityTypeOnDemand,
				}),
				Price:     t.Price,
				Available: true,
			})
		}
		all = append(all, instanceType)
	}
	return all
}

func (q question) pods() []*corev1.Pod {
	var all []*corev1.Pod
	for _, w := range q.Workloads {
		for i := range w.Replicas {
			p := w.Pod.DeepCopy()
			p.Name = fmt.Sprintf("%s-%d", w.Pod.Name, i)
			p.UID = types.UID(p.Name)
			all = append(all, p)
		}
	}
	return all
}
