package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	ec2types "github.com/aws/aws-sdk-go-v2/service/ec2/types"
	awsv1 "github.com/aws/karpenter-provider-aws/pkg/apis/v1"
	awsoptions "github.com/aws/karpenter-provider-aws/pkg/operator/options"
	"github.com/aws/karpenter-provider-aws/pkg/providers/instancetype"
	"github.com/aws/karpenter-provider-aws/pkg/providers/pricing"
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
	// Overlays are what NodeOverlays add to the capacity of types, by type.
	Overlays map[string]corev1.ResourceList `json:"overlays,omitempty"`
}

// published is a line of the reference: EC2's record as it must have been, and what Karpenter makes of it.
type published struct {
	info      ec2types.InstanceTypeInfo
	resources corev1.ResourceList
	labels    map[string]string
}

// The columns of the reference that are labels as they stand, and resources.
var (
	labelColumns = map[int]string{
		1: awsv1.LabelInstanceCPU, 2: awsv1.LabelInstanceMemory, 3: corev1.LabelArchStable, 4: awsv1.LabelInstanceGPUName,
		5: awsv1.LabelInstanceGPUCount, 6: awsv1.LabelInstanceGPUMemory, 11: awsv1.LabelInstanceHypervisor,
		12: awsv1.LabelInstanceEncryptionInTransitSupported, 13: awsv1.LabelInstanceLocalNVME, 14: awsv1.LabelInstanceEBSBandwidth,
		15: awsv1.LabelInstanceNetworkBandwidth, 16: awsv1.LabelInstanceCPUManufacturer,
		17: awsv1.LabelInstanceCPUSustainedClockSpeedMhz, 18: awsv1.LabelInstanceCapabilityFlex,
	}
	resourceColumns = map[int]corev1.ResourceName{
		7: corev1.ResourceCPU, 8: corev1.ResourceMemory, 9: corev1.ResourcePods, 10: awsv1.ResourceNVIDIAGPU,
		19: awsv1.ResourceEFA, 20: awsv1.ResourceAWSPodENI,
	}
)

const columns = 21

// catalog has the instance types, resolved anew for each settings and kept.
type catalog struct {
	published []published
	prices    pricing.Provider
	resolved  map[string]cloudprovider.InstanceTypes
}

func newCatalog() (*catalog, error) {
	c := &catalog{prices: pricing.NewDefaultProvider(nil, nil, region, true), resolved: map[string]cloudprovider.InstanceTypes{}}
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
	cells := strings.Fields(line)
	if len(cells) != columns {
		return published{}, fmt.Errorf("%d columns instead of %d", len(cells), columns)
	}
	name := cells[0]
	p := published{resources: corev1.ResourceList{}, labels: map[string]string{corev1.LabelInstanceTypeStable: name}}
	for i, resourceName := range resourceColumns {
		quantity, err := resource.ParseQuantity(cells[i])
		if err != nil {
			return published{}, err
		}
		if !quantity.IsZero() {
			p.resources[resourceName] = quantity
		}
	}
	for i, label := range labelColumns {
		if cells[i] != "-" {
			p.labels[label] = strings.Trim(cells[i], `"`)
		}
	}
	limits, ok := instancetype.Limits[name]
	if !ok {
		return published{}, fmt.Errorf("karpenter has no network limits of %s", name)
	}
	info, err := record(name, p, limits)
	if err != nil {
		return published{}, err
	}
	p.info = info
	return p, nil
}

// record is EC2's record of a type, from its labels, its EFA interfaces and its network limits.
func record(name string, p published, limits *instancetype.VPCLimits) (ec2types.InstanceTypeInfo, error) {
	var failed error
	number := func(label string) int64 {
		n, err := strconv.ParseInt(p.labels[label], 10, 64)
		if err != nil {
			failed = fmt.Errorf("%s: %w", label, err)
		}
		return n
	}
	info := ec2types.InstanceTypeInfo{
		InstanceType:          ec2types.InstanceType(name),
		SupportedUsageClasses: []ec2types.UsageClassType{ec2types.UsageClassTypeOnDemand, ec2types.UsageClassTypeSpot},
		Hypervisor:            ec2types.InstanceTypeHypervisor(limits.Hypervisor),
		ProcessorInfo: &ec2types.ProcessorInfo{
			SupportedArchitectures:   []ec2types.ArchitectureType{ec2Arch(p.labels[corev1.LabelArchStable])},
			Manufacturer:             aws.String(p.labels[awsv1.LabelInstanceCPUManufacturer]),
			SustainedClockSpeedInGhz: aws.Float64(float64(number(awsv1.LabelInstanceCPUSustainedClockSpeedMhz)) / 1000),
		},
		VCpuInfo:   &ec2types.VCpuInfo{DefaultVCpus: aws.Int32(int32(number(awsv1.LabelInstanceCPU)))},
		MemoryInfo: &ec2types.MemoryInfo{SizeInMiB: aws.Int64(number(awsv1.LabelInstanceMemory))},
		GpuInfo: &ec2types.GpuInfo{Gpus: []ec2types.GpuDeviceInfo{{
			Name:         aws.String(p.labels[awsv1.LabelInstanceGPUName]),
			Manufacturer: aws.String("NVIDIA"),
			Count:        aws.Int32(int32(number(awsv1.LabelInstanceGPUCount))),
			MemoryInfo:   &ec2types.GpuDeviceMemoryInfo{SizeInMiB: aws.Int32(int32(number(awsv1.LabelInstanceGPUMemory)))},
		}}},
		EbsInfo: &ec2types.EbsInfo{
			EbsOptimizedSupport: ec2types.EbsOptimizedSupportDefault,
			EbsOptimizedInfo: &ec2types.EbsOptimizedInfo{
				MaximumBandwidthInMbps: aws.Int32(int32(number(awsv1.LabelInstanceEBSBandwidth))),
			},
		},
		NetworkInfo: network(limits),
	}
	info.NetworkInfo.EncryptionInTransitSupported = aws.Bool(p.labels[awsv1.LabelInstanceEncryptionInTransitSupported] == "true")
	if efas, ok := p.resources[awsv1.ResourceEFA]; ok {
		info.NetworkInfo.EfaInfo = &ec2types.EfaInfo{MaximumEfaInterfaces: aws.Int32(int32(efas.Value()))}
	}
	if _, ok := p.labels[awsv1.LabelInstanceLocalNVME]; ok {
		info.InstanceStorageInfo = &ec2types.InstanceStorageInfo{
			NvmeSupport:   ec2types.EphemeralNvmeSupportRequired,
			TotalSizeInGB: aws.Int64(number(awsv1.LabelInstanceLocalNVME)),
		}
	}
	return info, failed
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
	resolve, err := resolver(ctx, nodeClass)
	if err != nil {
		return nil, err
	}
	types := make(cloudprovider.InstanceTypes, 0, len(c.published))
	for _, p := range c.published {
		instanceType, err := resolve(p.info)
		if err != nil {
			return nil, err
		}
		instanceType.Offerings = c.offerings(instanceType.Name)
		if added, ok := s.Overlays[instanceType.Name]; ok {
			instanceType.ApplyCapacityOverlay(added)
		}
		types = append(types, instanceType)
	}
	c.resolved[string(key)] = types
	return types, nil
}

// offerings say that a type is available in every zone, on demand and as spot, for the price that Karpenter's own provider
// has of it before it has asked AWS: for both the on-demand price of us-east-1. What it has none of is the dearest.
func (c *catalog) offerings(name string) cloudprovider.Offerings {
	price, ok := c.prices.OnDemandPrice(ec2types.InstanceType(name))
	if !ok {
		price, ok = laterPrices[name]
	}
	if !ok {
		price = math.MaxFloat64
	}
	var all cloudprovider.Offerings
	for _, zone := range zones {
		for _, capacityType := range []string{karpv1.CapacityTypeOnDemand, karpv1.CapacityTypeSpot} {
			all = append(all, &cloudprovider.Offering{
				Requirements: scheduling.NewLabelRequirements(map[string]string{
					corev1.LabelTopologyZone:    zone,
					karpv1.CapacityTypeLabelKey: capacityType,
				}),
				Price:     price,
				Available: true,
			})
		}
	}
	return all
}
