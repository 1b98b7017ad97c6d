// Command claim-allocator answers, with the scheduler's own allocator, which devices of a node
// claims are given.
//
// It reads one JSON question a line: what is in the cluster, and pods, each a list of claims. For
// each pod it writes one JSON answer a line, as if no other pod were there.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	v1 "k8s.io/api/core/v1"
	resourceapi "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
	"k8s.io/klog/v2"
	defaults "k8s.io/kubernetes/pkg/apis/resource/v1"
)

// Those that kube-scheduler 1.36 sets with its default gates.
var features = structured.Features{
	AdminAccess:            true,
	ConsumableCapacity:     true,
	DeviceBindingAndStatus: true,
	DeviceTaints:           true,
	PartitionableDevices:   true,
	PrioritizedList:        true,
}

type question struct {
	Node    string                         `json:"node"`
	Slices  []*resourceapi.ResourceSlice   `json:"slices"`
	Classes []*resourceapi.DeviceClass     `json:"classes"`
	Pods    [][]*resourceapi.ResourceClaim `json:"pods"`
}

type device struct {
	Claim string `json:"claim"`
	resourceapi.DeviceRequestAllocationResult
}

// answer has devices where there are some for all claims, and an error where the scheduler stops
// for every node. Where neither is there, the node has not what is asked.
type answer struct {
	Found   bool     `json:"found"`
	Devices []device `json:"devices"`
	Error   string   `json:"error,omitempty"`
}

// classes is the lister that the allocator asks.
type classes []*resourceapi.DeviceClass

func (all classes) List() ([]*resourceapi.DeviceClass, error) { return all, nil }

func (all classes) Get(name string) (*resourceapi.DeviceClass, error) {
	for _, class := range all {
		if class.Name == name {
			return class, nil
		}
	}
	return nil, apierrors.NewNotFound(resourceapi.Resource("deviceclasses"), name)
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "claim-allocator:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, in io.Reader, out io.Writer) error {
	buffered := bufio.NewWriter(out)
	answers := json.NewEncoder(buffered)
	questions := json.NewDecoder(in)
	// A field that Kubernetes does not have is an error: it would be a question that was not asked.
	questions.DisallowUnknownFields()
	cache := cel.NewCache(1000, cel.Features{EnableConsumableCapacity: features.ConsumableCapacity})
	for n := 1; ; n++ {
		var q question
		switch err := questions.Decode(&q); {
		case err == io.EOF:
			return buffered.Flush()
		case err != nil:
			return fmt.Errorf("question %d: %w", n, err)
		}
		for _, slice := range q.Slices {
			defaults.SetObjectDefaults_ResourceSlice(slice)
		}
		for _, claims := range q.Pods {
			if err := answers.Encode(allocate(ctx, q, claims, cache)); err != nil {
				return err
			}
		}
	}
}

func allocate(ctx context.Context, q question, claims []*resourceapi.ResourceClaim, cache *cel.Cache) answer {
	for i, claim := range claims {
		claim.UID = types.UID(fmt.Sprintf("claim-%d", i))
		defaults.SetObjectDefaults_ResourceClaim(claim)
	}
	state := structured.AllocatedState{
		AllocatedDevices:         sets.New[structured.DeviceID](),
		AllocatedSharedDeviceIDs: sets.New[structured.SharedDeviceID](),
		AggregatedCapacity:       structured.NewConsumedCapacityCollection(),
	}
	allocator, err := structured.NewAllocator(ctx, features, state, classes(q.Classes), q.Slices, cache)
	if err != nil {
		return answer{Error: err.Error()}
	}
	node := &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: q.Node}}
	results, err := allocator.Allocate(ctx, node, claims)
	switch {
	case errors.Is(err, structured.ErrFailedAllocationOnNode):
		// Other nodes are still tried.
		return answer{}
	case err != nil:
		return answer{Error: err.Error()}
	case results == nil:
		return answer{}
	}
	a := answer{Found: true, Devices: []device{}}
	for i, result := range results {
		for _, given := range result.Devices.Results {
			a.Devices = append(a.Devices, device{claims[i].Name, given})
		}
	}
	return a
}
