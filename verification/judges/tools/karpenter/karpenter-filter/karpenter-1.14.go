//go:build karpenter_1_14

package main

import (
	"context"

	ec2types "github.com/aws/aws-sdk-go-v2/service/ec2/types"
	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	instancefilter "github.com/aws/karpenter-provider-aws/pkg/providers/instance/filter"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	provisioning "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// laterPrices are of types that the table of v1.14.1, of 2026-07-06, does not list; that of v1.15.0 does.
var laterPrices = map[string]float64{
	"g7.2xlarge": 2.52, "g7.4xlarge": 3.04208, "g7.8xlarge": 4.08624,
	"g7.12xlarge": 7.12832, "g7.24xlarge": 14.25664, "g7.48xlarge": 28.51328,
}

// The network bandwidth that 1.15 corrected.
func init() {
	for name, megabits := range map[string]int64{"g7.2xlarge": 40_000, "g7.4xlarge": 80_000, "g7.8xlarge": 100_000} {
		instancetype.InstanceTypeBandwidthMegabits[name] = megabits
	}
}

// firstFilter is the first of the filters at launch.
var firstFilter = instancefilter.CompatibleAvailableFilter

// resolver makes an instance type of EC2's record of it.
func resolver(ctx context.Context, nodeClass *awsv1.EC2NodeClass) (func(ec2types.InstanceTypeInfo) (*cloudprovider.InstanceType, error), error) {
	r := instancetype.NewDefaultResolver(region)
	return func(info ec2types.InstanceTypeInfo) (*cloudprovider.InstanceType, error) {
		return r.Resolve(ctx, info, zones, nodeClass), nil
	}, nil
}

func newNodeClaim(template *provisioning.NodeClaimTemplate, overhead []provisioning.DaemonOverheadGroup, types cloudprovider.InstanceTypes) *provisioning.NodeClaim {
	return provisioning.NewNodeClaim(template, &provisioning.Topology{}, overhead, types,
		provisioning.NewReservationManager(nil), provisioning.ReservedOfferingModeFallback)
}

func (f *filter) canAdd(pod *corev1.Pod, data *provisioning.PodData) (scheduling.Requirements, cloudprovider.InstanceTypes, cloudprovider.Offerings, error) {
	requirements, types, reserved, _, err := f.nodeClaim.CanAdd(f.ctx, pod, data, false, nil)
	return requirements, types, reserved, err
}

func (f *filter) add(pod *corev1.Pod, data *provisioning.PodData, requirements scheduling.Requirements, types cloudprovider.InstanceTypes, reserved cloudprovider.Offerings) {
	f.nodeClaim.Add(f.ctx, pod, data, requirements, types, reserved, nil, nil)
}
