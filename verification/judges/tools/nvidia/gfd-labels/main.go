//go:build cgo

// Command gfd-labels reads GPUs as JSON from standard input and writes the node labels that
// NVIDIA's GPU Feature Discovery gives each, in the same order.
//
// Its labelers are in an internal package: this is why this module has a name below the plugin's.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	spec "github.com/NVIDIA/k8s-device-plugin/api/config/v1"
	"github.com/NVIDIA/k8s-device-plugin/internal/lm"
	"github.com/NVIDIA/k8s-device-plugin/internal/resource"
	"k8s.io/klog/v2"
	"sigs.k8s.io/yaml"
)

// gpu is a card as the driver tells of it.
type gpu struct {
	Name      string `json:"name"`
	Major     int    `json:"major"`
	Minor     int    `json:"minor"`
	MemoryMiB uint64 `json:"memoryMiB"`
	// MIGProfile is for an instance of the card, such as 1g.5gb.
	MIGProfile string `json:"migProfile"`
	// Replicas is for a card that is shared by time slicing.
	Replicas int `json:"replicas"`
	// Config is a config file of the plugin, where the card is shared as it says.
	Config string `json:"config"`
	// Count is how many such cards the node has.
	Count int `json:"count"`
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gfd-labels:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var gpus []gpu
	if err := json.NewDecoder(in).Decode(&gpus); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	all := make([]lm.Labels, len(gpus))
	for i, gpu := range gpus {
		labels, err := gpu.labels()
		if err != nil {
			return fmt.Errorf("%s: %w", gpu.Name, err)
		}
		all[i] = labels
	}
	return json.NewEncoder(out).Encode(all)
}

func (g gpu) labels() (lm.Labels, error) {
	name := spec.ResourceName("nvidia.com/gpu")
	config := &spec.Config{}
	if err := yaml.Unmarshal([]byte(g.Config), config); err != nil {
		return nil, err
	}
	spec.DisableResourceNamingInConfig(config)
	if g.Replicas > 1 {
		config.Sharing.TimeSlicing.Resources = []spec.ReplicatedResource{{Name: name, Replicas: g.Replicas}}
	}
	var labeler lm.Labeler
	var err error
	if g.MIGProfile == "" {
		labeler, err = lm.NewGPUResourceLabeler(config, g.card(), g.Count)
	} else {
		labeler, err = lm.NewMIGResourceLabeler(name, config, g.instance(), g.Count)
	}
	if err != nil {
		return nil, err
	}
	return labeler.Labels()
}

func (g gpu) card() resource.Device {
	return &resource.DeviceMock{
		GetNameFunc:                  func() (string, error) { return g.Name, nil },
		GetTotalMemoryMiBFunc:        func() (uint64, error) { return g.MemoryMiB, nil },
		GetCudaComputeCapabilityFunc: func() (int, int, error) { return g.Major, g.Minor, nil },
	}
}

func (g gpu) instance() resource.Device {
	return &resource.DeviceMock{
		GetNameFunc:                            func() (string, error) { return g.MIGProfile, nil },
		GetAttributesFunc:                      func() (map[string]any, error) { return nil, nil },
		GetDeviceHandleFromMigDeviceHandleFunc: func() (resource.Device, error) { return g.card(), nil },
	}
}
