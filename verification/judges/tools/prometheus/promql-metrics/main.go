// Command promql-metrics reads a JSON list of PromQL expressions from standard input and writes, in
// the same order, the metrics that each reads.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/prometheus/prometheus/promql/parser"
)

type use struct {
	Metrics []string `json:"metrics"`
	// Error is Prometheus' own where the expression cannot be read.
	Error string `json:"error,omitempty"`
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "promql-metrics:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var expressions []string
	if err := json.NewDecoder(in).Decode(&expressions); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	reader := parser.NewParser(parser.Options{})
	uses := make([]use, len(expressions))
	for i, text := range expressions {
		expr, err := reader.ParseExpr(text)
		if err != nil {
			uses[i] = use{Metrics: []string{}, Error: err.Error()}
		} else {
			uses[i] = use{Metrics: metrics(expr)}
		}
	}
	return json.NewEncoder(out).Encode(uses)
}

func metrics(expr parser.Expr) []string {
	names := []string{}
	parser.Inspect(expr, func(node parser.Node, _ []parser.Node) error {
		if selector, ok := node.(*parser.VectorSelector); ok {
			names = append(names, name(selector))
		}
		return nil
	})
	slices.Sort(names)
	return slices.Compact(names)
}

// name is the selector as it is written where no one metric is named, as in {__name__=~"DCGM.*"}.
func name(selector *parser.VectorSelector) string {
	if selector.Name != "" {
		return selector.Name
	}
	return selector.String()
}
