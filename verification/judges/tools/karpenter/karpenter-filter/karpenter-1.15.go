//go:build !karpenter_1_14

package main

import (
	"context"
	"errors"

	ec2types "github.com/aws/aws-sdk-go-v2/service/ec2/types"
	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	"github.com/aws/karpenter-provider-aws/pkg/cel"
	instancefilter "github.com/aws/karpenter-provider-aws/pkg/providers/instance/filter"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	provisioning "sigs.k8s.io/karpenter/pkg/controllers/provisioning/scheduling"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

// laterPrices are of types that the table of prices does not list.
var laterPrices map[string]float64

// firstFilter is the first of the filters at launch.
var firstFilter = instancefilter.CompatibleLaunchableFilter

// resolver makes an instance type of EC2's record of it, for a kubelet that Karpenter's controller of NodeClasses takes.
// Expressions in it are off, as by default.
func resolver(ctx context.Context, nodeClass *awsv1.EC2NodeClass) (func(ec2types.InstanceTypeInfo) (*cloudprovider.InstanceType, error), error) {
	if err := errors.Join(awsv1.ValidateKubeletConfig(nodeClass.Spec.Kubelet)...); err != nil {
		return nil, err
	}
	kubelet, err := awsv1.ParseKubeletConfig(nodeClass.Spec.Kubelet)
	if err != nil {
		return nil, err
	}
	expressions, err := cel.NewEnvironment()
	if err != nil {
		return nil, err
	}
	r := instancetype.NewDefaultResolver(region, expressions)
	return func(info ec2types.InstanceTypeInfo) (*cloudprovider.InstanceType, error) {
		return r.Resolve(ctx, info, zones, nodeClass, kubelet)
	}, nil
}

func newNodeClaim(template *provisioning.NodeClaimTemplate, overhead []provisioning.DaemonOverheadGroup, types cloudprovider.InstanceTypes) *provisioning.NodeClaim {
	return provisioning.NewNodeClaim(template, &provisioning.Topology{}, overhead, types,
		provisioning.NewReservationManager(nil), provisioning.ReservedOfferingModeFallback, nil)
}

func (f *filter) canAdd(pod *corev1.Pod, data *provisioning.PodData) (scheduling.Requirements, cloudprovider.InstanceTypes, cloudprovider.Offerings, error) {
	requirements, types, reserved, _, err := f.nodeClaim.CanAdd(f.ctx, pod, data, nil, false, nil)
	return requirements, types, reserved, err
}

func (f *filter) add(pod *corev1.Pod, data *provisioning.PodData, requirements scheduling.Requirements, types cloudprovider.InstanceTypes, reserved cloudprovider.Offerings) {
	f.nodeClaim.Add(f.ctx, pod, data, requirements, types, nil, reserved, nil, nil)
}
