// karpenter-filter answers, with Karpenter's own code, which instance types would be launched for a pod.
//
// It reads one JSON request a line and writes one JSON answer a line. A request with a pod and a NodePool is answered
// with the instance types that Karpenter's scheduler leaves; one without a pod, with every type and its allocatable.
//
//	karpenter-filter                 < requests > answers
//	karpenter-filter -time 10000     < requests     times the filter over these requests, in nanoseconds
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	times := flag.Int("time", 0, "how often to run the filter, over and over the requests; 0 answers them instead")
	flag.Parse()
	if err := run(*times, os.Stdin, os.Stdout); err != nil {
		log.Fatalf("karpenter-filter: %v", err)
	}
}

func run(times int, in io.Reader, out io.Writer) error {
	catalog, err := newCatalog()
	if err != nil {
		return err
	}
	if times > 0 {
		return timeFilter(catalog, times, in, out)
	}
	buffered := bufio.NewWriter(out)
	answers := json.NewEncoder(buffered)
	err = eachRequest(in, func(r request) error {
		a, err := answerTo(catalog, r)
		if err != nil {
			return err
		}
		return answers.Encode(a)
	})
	if err != nil {
		return err
	}
	return buffered.Flush()
}

// A field that Karpenter does not have is an error: it would be a question that was not asked.
func eachRequest(in io.Reader, use func(request) error) error {
	requests := json.NewDecoder(in)
	requests.DisallowUnknownFields()
	for n := 1; ; n++ {
		var r request
		switch err := requests.Decode(&r); {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("request %d: %w", n, err)
		}
		if err := use(r); err != nil {
			return fmt.Errorf("request %d: %w", n, err)
		}
	}
}
