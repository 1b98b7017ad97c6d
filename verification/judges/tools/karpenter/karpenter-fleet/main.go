// karpenter-fleet answers, with Karpenter's own scheduler, which nodes would be launched for many pods at once.
//
// It reads one JSON question a line: instance types, NodePools, the pods of DaemonSets, and pods. For each it writes one JSON
// answer a line: the NodeClaims with their pods and the types that are left to each, and the CPU time of scheduling.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	if err := run(context.Background(), os.Stdin, os.Stdout); err != nil {
		log.Fatalf("karpenter-fleet: %v", err)
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
		a, err := schedule(ctx, q)
		if err != nil {
			return fmt.Errorf("question %d: %w", n, err)
		}
		if err := answers.Encode(a); err != nil {
			return err
		}
	}
}
