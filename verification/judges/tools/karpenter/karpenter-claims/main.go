// karpenter-claims answers, with Karpenter's own allocator, which devices the claims of a pod get on
// a node that does not exist yet.
//
// It reads one JSON question a line: what drivers will publish on a node, the DeviceClasses, and
// pods, each a list of claims. For each pod it writes one JSON answer a line, as if no other pod
// were there.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"time"
	"unique"

	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/karpenter/pkg/cloudprovider"
	"sigs.k8s.io/karpenter/pkg/scheduling"
	dra "sigs.k8s.io/karpenter/pkg/scheduling/dynamicresources"
)

type question struct {
	Node    string                        `json:"node"`
	Slices  []*resourcev1.ResourceSlice   `json:"slices"`
	Classes []*resourcev1.DeviceClass     `json:"classes"`
	Pods    [][]*resourcev1.ResourceClaim `json:"pods"`
}

type device struct {
	Claim    string                              `json:"claim"`
	Driver   string                              `json:"driver"`
	Pool     string                              `json:"pool"`
	Device   string                              `json:"device"`
	Consumed map[resourcev1.QualifiedName]amount `json:"consumedCapacity,omitempty"`
}

type amount = json.RawMessage

// answer has devices where the instance type would be launched. Karpenter has one word for a node
// that has not what is asked and for claims that it cannot read; its error tells them apart.
type answer struct {
	Found   bool     `json:"found"`
	Devices []device `json:"devices"`
	Error   string   `json:"error,omitempty"`
}

// nothing is Karpenter's error for a node that has not what is asked.
const nothing = "no instance type can satisfy the allocation"

// limit is after what time Karpenter takes no more devices for the claims of a pod, and so says that there are none.
const (
	limit   = 5 * time.Second
	tooLong = "took too long"
)

// classes is the cluster as far as the allocator asks it: for DeviceClasses.
type classes struct {
	client.Client
	all []*resourcev1.DeviceClass
}

func (c classes) Get(_ context.Context, key client.ObjectKey, into client.Object, _ ...client.GetOption) error {
	for _, class := range c.all {
		if class.Name == key.Name {
			class.DeepCopyInto(into.(*resourcev1.DeviceClass))
			return nil
		}
	}
	return apierrors.NewNotFound(schema.GroupResource{Group: resourcev1.GroupName, Resource: "deviceclasses"}, key.Name)
}

// nodeClaim is a node that does not exist yet, of one instance type.
type nodeClaim struct{ slices []dra.ResourceSlice }

var instanceType = unique.Make("type")

func (n nodeClaim) ID() dra.NodeClaimID                   { return unique.Make("node") }
func (n nodeClaim) NodeName() string                      { return "" }
func (n nodeClaim) NodePoolID() dra.NodePoolID            { return unique.Make("pool") }
func (n nodeClaim) Requirements() scheduling.Requirements { return scheduling.NewRequirements() }
func (n nodeClaim) InstanceTypes() []dra.InstanceTypeID   { return []dra.InstanceTypeID{instanceType} }
func (n nodeClaim) ResourceSlices() map[dra.InstanceTypeID][]dra.ResourceSlice {
	return map[dra.InstanceTypeID][]dra.ResourceSlice{instanceType: n.slices}
}

func main() {
	log.SetFlags(0)
	if err := run(context.Background(), os.Stdin, os.Stdout); err != nil {
		log.Fatalf("karpenter-claims: %v", err)
	}
}

func run(ctx context.Context, in io.Reader, out io.Writer) error {
	buffered := bufio.NewWriter(out)
	answers := json.NewEncoder(buffered)
	questions := json.NewDecoder(in)
	// A field that Kubernetes does not have is an error: it would be a question that was not asked.
	questions.DisallowUnknownFields()
	for n := 1; ; n++ {
		var q question
		switch err := questions.Decode(&q); {
		case err == io.EOF:
			return buffered.Flush()
		case err != nil:
			return fmt.Errorf("question %d: %w", n, err)
		}
		for _, claims := range q.Pods {
			a, err := allocate(ctx, q, claims)
			if err != nil {
				return fmt.Errorf("question %d: %w", n, err)
			}
			if err := answers.Encode(a); err != nil {
				return err
			}
		}
	}
}

func allocate(ctx context.Context, q question, claims []*resourcev1.ResourceClaim) (answer, error) {
	node := nodeClaim{}
	for _, slice := range q.Slices {
		node.slices = append(node.slices, dra.NewTemplateSlice(template(slice)))
	}
	for _, claim := range claims {
		withDefaults(claim)
	}
	allocator := dra.NewAllocator(nil, dra.AllocatedDeviceState{}, nil, classes{all: q.Classes}, nil)
	start := time.Now()
	result, err := allocator.Allocate(ctx, node, claims)
	if err != nil {
		if time.Since(start) >= limit {
			return answer{Error: tooLong}, nil
		}
		if err.Error() == nothing {
			return answer{}, nil
		}
		return answer{Error: err.Error()}, nil
	}
	result.Allocation.Commit(ctx)
	a := answer{Found: true, Devices: []device{}}
	for _, claim := range claims {
		meta := allocator.ResourceClaimAllocationMetadataForClaim(types.NamespacedName{Name: claim.Name})
		for _, given := range meta.Devices[instanceType] {
			d := device{
				Claim: claim.Name, Driver: given.DeviceID.Driver.Value(),
				Pool: given.DeviceID.Pool.Value(), Device: given.DeviceID.Device.Value(),
			}
			for name, quantity := range given.ConsumedCapacity {
				text, err := json.Marshal(quantity)
				if err != nil {
					return answer{}, err
				}
				if d.Consumed == nil {
					d.Consumed = map[resourcev1.QualifiedName]amount{}
				}
				d.Consumed[name] = text
			}
			a.Devices = append(a.Devices, d)
		}
	}
	return a, nil
}

// template is what a cloud provider would tell Karpenter of a slice: all but the node.
func template(slice *resourcev1.ResourceSlice) *cloudprovider.ResourceSliceTemplate {
	t := &cloudprovider.ResourceSliceTemplate{
		Driver:         unique.Make(slice.Spec.Driver),
		Pool:           cloudprovider.ResourcePool{Name: unique.Make(slice.Spec.Pool.Name)},
		SharedCounters: slice.Spec.SharedCounters,
	}
	for _, d := range slice.Spec.Devices {
		t.Devices = append(t.Devices, cloudprovider.Device{
			Name: unique.Make(d.Name), Attributes: d.Attributes, Capacity: d.Capacity,
			AllowMultipleAllocations: d.AllowMultipleAllocations != nil && *d.AllowMultipleAllocations,
			ConsumesCounters:         d.ConsumesCounters,
		})
	}
	return t
}

// withDefaults is what the API server fills in of a claim.
func withDefaults(claim *resourcev1.ResourceClaim) {
	for i := range claim.Spec.Devices.Requests {
		request := &claim.Spec.Devices.Requests[i]
		if request.Exactly != nil {
			countDefaults(&request.Exactly.AllocationMode, &request.Exactly.Count)
		}
		for j := range request.FirstAvailable {
			countDefaults(&request.FirstAvailable[j].AllocationMode, &request.FirstAvailable[j].Count)
		}
	}
}

func countDefaults(mode *resourcev1.DeviceAllocationMode, count *int64) {
	if *mode == "" {
		*mode = resourcev1.DeviceAllocationModeExactCount
	}
	if *mode == resourcev1.DeviceAllocationModeExactCount && *count == 0 {
		*count = 1
	}
}
