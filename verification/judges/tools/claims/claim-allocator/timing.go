package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/dynamic-resource-allocation/cel"
	"k8s.io/dynamic-resource-allocation/structured"
)

// timing is how long the claims of one pod took on all nodes.
type timing struct {
	Nodes       int   `json:"nodes"`
	Found       int   `json:"found"`
	Runs        int   `json:"runs"`
	MedianNanos int64 `json:"medianNanos"`
	P10Nanos    int64 `json:"p10Nanos"`
	P90Nanos    int64 `json:"p90Nanos"`
}

// timed does what the scheduler does for a pod, one node after another: it makes an allocator of all
// slices, and tries it on each node that a slice names. Half as many runs go before, uncounted.
func timed(ctx context.Context, runs int, in io.Reader, out io.Writer) error {
	answers := json.NewEncoder(out)
	cache := newCache()
	return eachQuestion(in, func(q question) error {
		nodes := nodesOf(q)
		for _, claims := range q.Pods {
			withDefaults(claims)
			found := 0
			nanos := make([]int64, runs)
			for run := -(runs + 1) / 2; run < runs; run++ {
				start := time.Now()
				allocator, err := structured.NewAllocator(ctx, features, q.state(), classes(q.Classes), q.Slices, cache)
				if err != nil {
					return err
				}
				found = 0
				for _, node := range nodes {
					results, err := allocator.Allocate(ctx, node, claims)
					if err != nil && !errors.Is(err, structured.ErrFailedAllocationOnNode) {
						return fmt.Errorf("node %s: %w", node.Name, err)
					}
					if results != nil {
						found++
					}
				}
				if run >= 0 {
					nanos[run] = time.Since(start).Nanoseconds()
				}
			}
			slices.Sort(nanos)
			at := func(percent int) int64 { return nanos[(runs-1)*percent/100] }
			err := answers.Encode(timing{
				Nodes: len(nodes), Found: found, Runs: runs,
				MedianNanos: at(50), P10Nanos: at(10), P90Nanos: at(90),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// nodesOf are the nodes of the slices, each once.
func nodesOf(q question) []*v1.Node {
	var nodes []*v1.Node
	known := map[string]bool{}
	for _, slice := range q.Slices {
		if name := slice.Spec.NodeName; name != nil && !known[*name] {
			known[*name] = true
			nodes = append(nodes, &v1.Node{ObjectMeta: metav1.ObjectMeta{Name: *name}})
		}
	}
	return nodes
}

func newCache() *cel.Cache {
	return cel.NewCache(1000, cel.Features{EnableConsumableCapacity: features.ConsumableCapacity})
}
