package main

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	corev1 "k8s.io/api/core/v1"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	provisioning "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/operator/options"
	"sigs.k8s.io/karpenter/pkg/scheduling"
	"sigs.k8s.io/karpenter/pkg/utils/resources"
)

// request is a pod to be placed by a NodePool; without both, a question for the types themselves.
type request struct {
	Settings settings         `json:"settings"`
	NodePool *karpv1.NodePool `json:"nodePool,omitempty"`
	Pod      *corev1.Pod      `json:"pod,omitempty"`
}

// answer has the attempts of a pod, or the types.
type answer struct {
	Attempts []attempt  `json:"attempts,omitempty"`
	Choice   *choice    `json:"choice,omitempty"`
	Types    []nodeType `json:"types,omitempty"`
	// Limits names every type that Karpenter's module has network limits of.
	Limits []string `json:"limits,omitempty"`
}

// attempt is one try to place a pod. Of the terms of a required node affinity, of which one must hold, Karpenter's
// scheduler tries the first, and drops it for the next when nothing is left.
type attempt struct {
	Types []string `json:"types"`
	Why   string   `json:"why,omitempty"`
}

// nodeType is what a node of a type has for pods, and the same as Karpenter publishes it for its default settings.
type nodeType struct {
	Name        string              `json:"name"`
	MilliCPU    int64               `json:"milliCpu"`
	MemoryBytes int64               `json:"memoryBytes"`
	Allocatable corev1.ResourceList `json:"allocatable"`
	Published   corev1.ResourceList `json:"published"`
	// Labels are those of a node of the type that have one value, PublishedLabels those of them that the reference lists.
	Labels          map[string]string `json:"labels"`
	PublishedLabels map[string]string `json:"publishedLabels"`
}

func answerTo(c *catalog, r request) (answer, error) {
	types, err := c.types(r.Settings)
	if err != nil {
		return answer{}, err
	}
	switch {
	case r.Pod == nil && r.NodePool == nil:
		return answer{Types: describe(c, types), Limits: slices.Sorted(maps.Keys(instancetype.Limits))}, nil
	case r.Pod == nil || r.NodePool == nil:
		return answer{}, errors.New("a pod and a NodePool go together")
	}
	f, err := newFilter(r.NodePool, types, r.Settings.DaemonSets)
	if err != nil {
		return answer{}, err
	}
	attempts, placeable := f.attempts(r.Pod)
	if placeable == nil {
		return answer{Attempts: attempts}, nil
	}
	chosen, err := f.launched(placeable)
	if err != nil {
		return answer{}, err
	}
	return answer{Attempts: attempts, Choice: chosen}, nil
}

// filter is what Karpenter's scheduler asks for a pod when no node has room and one NodePool may make one.
type filter struct {
	ctx       context.Context
	nodeClaim *provisioning.NodeClaim
}

// newFilter makes an empty NodeClaim, as addToNewNodeClaim in Karpenter's scheduler does. One group of DaemonSets goes on
// every type. There are no reservations, and an empty topology, for pods that ask for no spread.
func newFilter(nodePool *karpv1.NodePool, types cloudprovider.InstanceTypes, daemonSets corev1.ResourceList) (*filter, error) {
	if nodePool.Spec.Template.Spec.NodeClassRef == nil {
		return nil, errors.New("the NodePool names no nodeClassRef")
	}
	ctx := options.ToContext(context.Background(), &options.Options{})
	template := provisioning.NewNodeClaimTemplate(nodePool)
	overhead := []provisioning.DaemonOverheadGroup{{
		InstanceTypes:  types,
		DaemonOverhead: daemonSets,
		HostPortUsage:  scheduling.NewHostPortUsage(),
	}}
	return &filter{ctx: ctx, nodeClaim: newNodeClaim(template, overhead, types)}, nil
}

// attempts goes through all alternatives of a pod; the scheduler stops at the first that has a type. That one is the second
// result, or nil.
func (f *filter) attempts(pod *corev1.Pod) ([]attempt, *corev1.Pod) {
	var all []attempt
	var placeable *corev1.Pod
	preferences := &provisioning.Preferences{}
	for {
		types, err := f.compatible(pod)
		a := attempt{Types: names(types)}
		if err != nil {
			a.Why = err.Error()
		} else if placeable == nil {
			placeable = pod.DeepCopy()
		}
		all = append(all, a)
		if !preferences.Relax(f.ctx, pod) {
			return all, placeable
		}
	}
}

// compatible is Karpenter's own decision: taints, requirements, then requests and offerings type by type.
func (f *filter) compatible(pod *corev1.Pod) (cloudprovider.InstanceTypes, error) {
	_, types, _, err := f.canAdd(pod, podData(pod))
	return types, err
}

// podData are put together as updateCachedPodData in Karpenter's scheduler does.
func podData(pod *corev1.Pod) *provisioning.PodData {
	requirements := scheduling.NewPodRequirements(pod)
	data := &provisioning.PodData{
		Requests:           resources.RequestsForPods(pod),
		Requirements:       requirements,
		StrictRequirements: requirements,
	}
	if scheduling.HasPreferredNodeAffinity(pod) {
		data.StrictRequirements = scheduling.NewStrictPodRequirements(pod)
	}
	return data
}

func names(types cloudprovider.InstanceTypes) []string {
	all := make([]string, 0, len(types))
	for _, t := range types {
		all = append(all, t.Name)
	}
	return all
}

func describe(c *catalog, types cloudprovider.InstanceTypes) []nodeType {
	all := make([]nodeType, 0, len(types))
	for i, t := range types {
		left := t.Allocatable()
		all = append(all, nodeType{
			Name:        t.Name,
			MilliCPU:    left.Cpu().MilliValue(),
			MemoryBytes: left.Memory().Value(),
			Allocatable: forPods(left),
			Published:   c.published[i].resources,

			Labels:          labels(t),
			PublishedLabels: c.published[i].labels,
		})
	}
	return all
}

// labels are those of a NodeClaim as instanceToNodeClaim of Karpenter for AWS writes them: where a type has one value.
func labels(t *cloudprovider.InstanceType) map[string]string {
	all := map[string]string{}
	for key, requirement := range t.Requirements {
		if requirement.Len() == 1 {
			all[key] = requirement.Values()[0]
		}
	}
	return all
}

// forPods leaves out disks, which are the NodeClass's, and what is not there.
func forPods(left corev1.ResourceList) corev1.ResourceList {
	kept := corev1.ResourceList{}
	for name, quantity := range left {
		if !quantity.IsZero() && name != corev1.ResourceEphemeralStorage {
			kept[name] = quantity
		}
	}
	return kept
}
