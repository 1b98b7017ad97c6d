package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	ec2types "github.com/aws/aws-sdk-go-v2/service/ec2/types"
	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	awsoptions "github.com/aws/karpenter-provider-aws/pkg/operator/options"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
)

const region = "us-east-1"

var zones = []string{region + "a", region + "b"}

// What Karpenter publishes of its types. Its EC2 record of a type is rebuilt from the labels; the resources are what
// it must come to.
//
//go:embed reference.tsv
var reference string

// settings are Karpenter's own, and what the DaemonSets of the cluster request.
type settings struct {
	VMMemoryOverheadPercent float64                `json:"vmMemoryOverheadPercent"`
	NodeClass               awsv1.EC2NodeClassSpec `json:"nodeClass"`
	DaemonSets              corev1.ResourceList    `json:"daemonSets"`
}

// published is a line of the reference.
type published struct {
	info      ec2types.InstanceTypeInfo
	resources corev1.ResourceList
}

// catalog has the instance types, resolved anew for each settings and kept.
type catalog struct {
	published []published
	resolved  map[string]cloudprovider.InstanceTypes
}

func newCatalog() (*catalog, error) {
	c := &catalog{resolved: map[string]cloudprovider.InstanceTypes{}}
	for _, line := range strings.Split(strings.TrimSpace(reference), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		p, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("reference: %q: %w", line, err)
		}
		c.published = append(c.published, p)
	}
	return c, nil
}

func parse(line string) (published, error) {
	var name, arch, gpu string
	var cpu, gpus, gpuMiB int32
	var mib int64
	var left [4]string
	if _, err := fmt.Sscan(line, &name, &cpu, &mib, &arch, &gpu, &gpus, &gpuMiB, &left[0], &left[1], &left[2], &left[3]); err != nil {
		return published{}, err
	}
	p := published{resources: corev1.ResourceList{}}
	for i, resourceName := range []corev1.ResourceName{corev1.ResourceCPU, corev1.ResourceMemory, corev1.ResourcePods, awsv1.ResourceNVIDIAGPU} {
		quantity, err := resource.ParseQuantity(left[i])
		if err != nil {
			return published{}, err
		}
		if !quantity.IsZero() {
			p.resources[resourceName] = quantity
		}
	}
	limits, ok := instancetype.Limits[name]
	if !ok {
		return published{}, fmt.Errorf("karpenter has no network limits of %s", name)
	}
	p.info = ec2types.InstanceTypeInfo{
		InstanceType:          ec2types.InstanceType(name),
		SupportedUsageClasses: []ec2types.UsageClassType{ec2types.UsageClassTypeOnDemand, ec2types.UsageClassTypeSpot},
		Hypervisor:            ec2types.InstanceTypeHypervisor(limits.Hypervisor),
		ProcessorInfo:         &ec2types.ProcessorInfo{SupportedArchitectures: []ec2types.ArchitectureType{ec2Arch(arch)}},
		VCpuInfo:              &ec2types.VCpuInfo{DefaultVCpus: aws.Int32(cpu)},
		MemoryInfo:            &ec2types.MemoryInfo{SizeInMiB: aws.Int64(mib)},
		GpuInfo: &ec2types.GpuInfo{Gpus: []ec2types.GpuDeviceInfo{{
			Name:         aws.String(gpu),
			Manufacturer: aws.String("NVIDIA"),
			Count:        aws.Int32(gpus),
			MemoryInfo:   &ec2types.GpuDeviceMemoryInfo{SizeInMiB: aws.Int32(gpuMiB)},
		}}},
		NetworkInfo: network(limits),
	}
	return p, nil
}

// ec2Arch is EC2's word for what Kubernetes calls amd64; arm64 is both's.
func ec2Arch(arch string) ec2types.ArchitectureType {
	if arch == karpv1.ArchitectureAmd64 {
		return ec2types.ArchitectureTypeX8664
	}
	return ec2types.ArchitectureType(arch)
}

// network has what the number of pods follows from, as Karpenter's module knows it.
func network(limits *instancetype.VPCLimits) *ec2types.NetworkInfo {
	info := &ec2types.NetworkInfo{
		DefaultNetworkCardIndex:   aws.Int32(int32(limits.DefaultNetworkCardIndex)),
		Ipv4AddressesPerInterface: aws.Int32(int32(limits.IPv4PerInterface)),
	}
	for _, card := range limits.NetworkCards {
		info.NetworkCards = append(info.NetworkCards, ec2types.NetworkCardInfo{
			NetworkCardIndex:         aws.Int32(int32(card.NetworkCardIndex)),
			MaximumNetworkInterfaces: aws.Int32(int32(card.MaximumNetworkInterfaces)),
		})
	}
	return info
}

// types are the instance types under these settings; capacity, labels and overhead are of Karpenter's making.
func (c *catalog) types(s settings) (cloudprovider.InstanceTypes, error) {
	key, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	if types, ok := c.resolved[string(key)]; ok {
		return types, nil
	}
	ctx := awsoptions.ToContext(context.Background(), &awsoptions.Options{VMMemoryOverheadPercent: s.VMMemoryOverheadPercent})
	nodeClass := &awsv1.EC2NodeClass{Spec: s.NodeClass}
	for _, zone := range zones {
		nodeClass.Status.Subnets = append(nodeClass.Status.Subnets, awsv1.Subnet{ID: "subnet-" + zone, Zone: zone, ZoneID: zone + "-id"})
	}
	resolver := instancetype.NewDefaultResolver(region)
	types := make(cloudprovider.InstanceTypes, 0, len(c.published))
	for _, p := range c.published {
		instanceType := resolver.Resolve(ctx, p.info, zones, nodeClass)
		instanceType.Offerings = offerings()
		types = append(types, instanceType)
	}
	c.resolved[string(key)] = types
	return types, nil
}

// offerings say that a type is to be had in every zone, on demand and as spot; their price decides nothing here.
func offerings() cloudprovider.Offerings {
	var all cloudprovider.Offerings
	for _, zone := range zones {
		for _, capacityType := range []string{karpv1.CapacityTypeOnDemand, karpv1.CapacityTypeSpot} {
			all = append(all, &cloudprovider.Offering{
				Requirements: scheduling.NewLabelRequirements(map[string]string{
					corev1.LabelTopologyZone:    zone,
					karpv1.CapacityTypeLabelKey: capacityType,
				}),
				Available: true,
			})
		}
	}
	return all
}
