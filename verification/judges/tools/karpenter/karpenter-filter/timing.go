package main

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"time"
)

// timing is how long the filter took for one pod.
type timing struct {
	Types       int   `json:"types"`
	Runs        int   `json:"runs"`
	MedianNanos int64 `json:"medianNanos"`
	P10Nanos    int64 `json:"p10Nanos"`
	P90Nanos    int64 `json:"p90Nanos"`
}

// timeFilter runs the filter as often as is asked, over and over the requests, after as many runs that are not counted.
func timeFilter(c *catalog, runs int, in io.Reader, out io.Writer) error {
	var decisions []func()
	types := 0
	err := eachRequest(in, func(r request) error {
		if r.Pod == nil || r.NodePool == nil {
			return errors.New("only a pod with a NodePool can be timed")
		}
		resolved, err := c.types(r.Settings)
		if err != nil {
			return err
		}
		f, err := newFilter(r.NodePool, resolved, r.Settings.DaemonSets)
		if err != nil {
			return err
		}
		types = len(resolved)
		decisions = append(decisions, func() { _, _ = f.compatible(r.Pod) })
		return nil
	})
	if err != nil {
		return err
	}
	if len(decisions) == 0 {
		return errors.New("no request to time")
	}
	nanos := make([]int64, runs)
	for run := -runs; run < runs; run++ {
		decide := decisions[(run+runs)%len(decisions)]
		start := time.Now()
		decide()
		if run >= 0 {
			nanos[run] = time.Since(start).Nanoseconds()
		}
	}
	slices.Sort(nanos)
	at := func(percent int) int64 { return nanos[(runs-1)*percent/100] }
	return json.NewEncoder(out).Encode(timing{Types: types, Runs: runs, MedianNanos: at(50), P10Nanos: at(10), P90Nanos: at(90)})
}
