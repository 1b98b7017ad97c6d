//go:build cgo

// Command mig-parted-config reads a config of NVIDIA's MIG manager from standard input with
// mig-parted's own parser, and writes as JSON what it makes of it.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	spec "github.com/NVIDIA/mig-parted/api/spec/v1"
	"sigs.k8s.io/yaml"
)

type verdict struct {
	// Error is why mig-parted refuses the file.
	Error string `json:"error,omitempty"`
	// Strict is what a strict decoder refuses before mig-parted sees the file, such as a key twice.
	Strict string `json:"strict,omitempty"`
	// Config is what mig-parted holds.
	Config *spec.Spec `json:"config,omitempty"`
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mig-parted-config:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	var result verdict
	var tree any
	if err := yaml.UnmarshalStrict(data, &tree); err != nil {
		result.Strict = err.Error()
	}
	var config spec.Spec
	if err := yaml.Unmarshal(data, &config); err != nil {
		result.Error = err.Error()
	} else {
		result.Config = &config
	}
	return json.NewEncoder(out).Encode(result)
}
