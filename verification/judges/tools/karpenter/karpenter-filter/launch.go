package main

import (
	"errors"
	"math"
	"slices"
	"strconv"

	instancefilter "github.com/aws/karpenter-provider-aws/pkg/providers/instance/filter"
	corev1 "k8s.io/api/core/v1"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// maxInstanceTypes is how many types Karpenter for AWS names in one CreateFleet.
const maxInstanceTypes = 60

// choice is what Karpenter asks EC2 for. Of on-demand capacity EC2 launches the cheapest, which is one of these types where
// several have one price; of spot capacity, what it thinks lasts.
type choice struct {
	Types        []string `json:"types"`
	CapacityType string   `json:"capacityType"`
	// Price in USD an hour; none where Karpenter knows none.
	Price string `json:"price,omitempty"`
}

// launched goes the way of a pod that Karpenter makes a node for: its scheduler adds it to the NodeClaim, the NodeClaim is
// written, and Karpenter for AWS filters and orders the types that are left.
func (f *filter) launched(pod *corev1.Pod) (*choice, error) {
	data := podData(pod)
	requirements, types, reserved, err := f.canAdd(pod, data)
	if err != nil {
		return nil, err
	}
	// The filters take offerings out of the types that they are given.
	own := make([]*cloudprovider.InstanceType, 0, len(types))
	for _, t := range types {
		own = append(own, t.DeepCopy())
	}
	f.add(pod, data, requirements, own, reserved)
	f.nodeClaim.FinalizeScheduling()
	return launch(f, f.nodeClaim.ToNodeClaim(), own)
}

// launch is Create of the instance provider of Karpenter for AWS, without the call of EC2.
func launch(f *filter, nodeClaim *karpv1.NodeClaim, types cloudprovider.InstanceTypes) (*choice, error) {
	requirements := scheduling.NewNodeSelectorRequirementsWithMinValues(nodeClaim.Spec.Requirements...)
	for _, each := range []instancefilter.Filter{
		firstFilter(requirements, nodeClaim.Spec.Resources.Requests),
		instancefilter.CapacityReservationTypeFilter(requirements),
		instancefilter.CapacityBlockFilter(requirements),
		instancefilter.ReservedOfferingFilter(requirements),
		instancefilter.ExoticInstanceTypeFilter(requirements),
		instancefilter.SpotOfferingFilter(requirements),
	} {
		types, _ = each.FilterReject(types)
		if len(types) == 0 {
			return nil, errors.New(each.Name() + " leaves no type of those that the scheduler left")
		}
	}
	types, err := types.Truncate(f.ctx, requirements, maxInstanceTypes)
	if err != nil {
		return nil, err
	}
	capacityType := capacityTypeOf(requirements, types)
	requirements[karpv1.CapacityTypeLabelKey] = scheduling.NewRequirement(karpv1.CapacityTypeLabelKey, corev1.NodeSelectorOpIn, capacityType)
	types = types.OrderByPrice(requirements)
	lowest := price(types[0], requirements)
	c := &choice{CapacityType: capacityType}
	for _, t := range types {
		if price(t, requirements) == lowest {
			c.Types = append(c.Types, t.Name)
		}
	}
	slices.Sort(c.Types)
	if lowest < math.MaxFloat64 {
		c.Price = strconv.FormatFloat(lowest, 'f', -1, 64)
	}
	return c, nil
}

// capacityTypeOf is getCapacityType of the instance provider, which is not exported; there are no reservations here.
func capacityTypeOf(requirements scheduling.Requirements, types cloudprovider.InstanceTypes) string {
	if requirements.Get(karpv1.CapacityTypeLabelKey).Has(karpv1.CapacityTypeSpot) {
		spot := scheduling.NewRequirements(requirements.Values()...)
		spot[karpv1.CapacityTypeLabelKey] = scheduling.NewRequirement(karpv1.CapacityTypeLabelKey, corev1.NodeSelectorOpIn, karpv1.CapacityTypeSpot)
		if len(types.Compatible(spot)) != 0 {
			return karpv1.CapacityTypeSpot
		}
	}
	return karpv1.CapacityTypeOnDemand
}

// price is what OrderByPrice goes by.
func price(t *cloudprovider.InstanceType, requirements scheduling.Requirements) float64 {
	lowest := math.MaxFloat64
	for _, offering := range t.Offerings.Available().Compatible(requirements) {
		lowest = math.Min(lowest, offering.Price)
	}
	return lowest
}
