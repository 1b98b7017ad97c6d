// Command claim-allocator answers, with the scheduler's own allocator, which devices of a node
// claims are given.
//
// It reads one JSON question a line: what is in the cluster, and pods, each a list of claims. For
// each pod it writes one JSON answer a line, as if no other pod were there.
//
//	claim-allocator           < questions > answers
//	claim-allocator -time 20  < questions     times the pods on all nodes of the slices, in nanoseconds
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
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

// Those that kube-scheduler 1.37 sets with its default gates.
var features = structured.Features{
	AdminAccess:             true,
	ConsumableCapacity:      true,
	DeviceBindingAndStatus:  true,
	DeviceTaints:            true,
	FractionalCapacityRange: true,
	PartitionableDevices:    true,
	PrioritizedList:         true,
}

type question struct {
	Node    string                         `json:"node"`
	Slices  []*resourceapi.ResourceSlice   `json:"slices"`
	Classes []*resourceapi.DeviceClass     `json:"classes"`
	Pods    [][]*resourceapi.ResourceClaim `json:"pods"`
	// Allocated is what other claims have.
	Allocated []resourceapi.DeviceRequestAllocationResult `json:"allocated,omitempty"`
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
	runs := flag.Int("time", 0, "how often to try each pod on all nodes; 0 answers for one node instead")
	flag.Parse()
	answers := answered
	if *runs > 0 {
		answers = func(ctx context.Context, in io.Reader, out io.Writer) error { return timed(ctx, *runs, in, out) }
	}
	if err := answers(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "claim-allocator:", err)
		os.Exit(1)
	}
}

func answered(ctx context.Context, in io.Reader, out io.Writer) error {
	buffered := bufio.NewWriter(out)
	answers := json.NewEncoder(buffered)
	cache := newCache()
	err := eachQuestion(in, func(q question) error {
		for _, claims := range q.Pods {
			if err := answers.Encode(allocate(ctx, q, claims, cache)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return buffered.Flush()
}

// A field that Kubernetes does not have is an error: it would be a question that was not asked.
func eachQuestion(in io.Reader, use func(question) error) error {
	questions := json.NewDecoder(in)
	questions.DisallowUnknownFields()
	for n := 1; ; n++ {
		var q question
		switch err := questions.Decode(&q); {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("question %d: %w", n, err)
		}
		for _, slice := range q.Slices {
			defaults.SetObjectDefaults_ResourceSlice(slice)
		}
		if err := use(q); err != nil {
			return fmt.Errorf("question %d: %w", n, err)
		}
	}
}

func withDefaults(claims []*resourceapi.ResourceClaim) {
	for i, claim := range claims {
		claim.UID = types.UID(fmt.Sprintf("claim-%d", i))
		defaults.SetObjectDefaults_ResourceClaim(claim)
	}
}

// state is what kube-scheduler keeps of allocated claims, in its plugin's allocateddevices.go.
func (q question) state() structured.AllocatedState {
	state := structured.AllocatedState{
		AllocatedDevices:         sets.New[structured.DeviceID](),
		AllocatedSharedDeviceIDs: sets.New[structured.SharedDeviceID](),
		AggregatedCapacity:       structured.NewConsumedCapacityCollection(),
	}
	for _, result := range q.Allocated {
		id := structured.MakeDeviceID(result.Driver, result.Pool, result.Device)
		switch {
		case result.AdminAccess != nil && *result.AdminAccess:
		case result.ShareID != nil:
			state.AllocatedSharedDeviceIDs.Insert(structured.MakeSharedDeviceID(id, result.ShareID))
			if result.ConsumedCapacity != nil {
				state.AggregatedCapacity.Insert(structured.NewDeviceConsumedCapacity(id, result.ConsumedCapacity))
			}
		default:
			state.AllocatedDevices.Insert(id)
		}
	}
	return state
}

func allocate(ctx context.Context, q question, claims []*resourceapi.ResourceClaim, cache *cel.Cache) answer {
	withDefaults(claims)
	allocator, err := structured.NewAllocator(ctx, features, q.state(), classes(q.Classes), q.Slices, cache)
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
