//go:build cgo

// Command gfd-node reads nodes with MIG instances as JSON from standard input and writes the labels
// that NVIDIA's GPU Feature Discovery gives each for its cards and instances, in the same order.
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
)

// node is a node whose cards are of one product.
type node struct {
	Strategy  string `json:"strategy"`
	Name      string `json:"name"`
	Major     int    `json:"major"`
	Minor     int    `json:"minor"`
	MemoryMiB uint64 `json:"memoryMiB"`
	// Cards has the instances of each card with MIG.
	Cards [][]instance `json:"cards"`
	// WholeCards counts those without.
	WholeCards int `json:"wholeCards"`
}

// instance is a MIG device as the driver tells of it.
type instance struct {
	// Profile is its name with a dot for the plus, as the plugin's own resource package gives it.
	Profile    string           `json:"profile"`
	Attributes map[string]int64 `json:"attributes"`
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gfd-node:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var nodes []node
	if err := json.NewDecoder(in).Decode(&nodes); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	all := make([]lm.Labels, len(nodes))
	for i, node := range nodes {
		labels, err := node.labels()
		if err != nil {
			return fmt.Errorf("%s: %w", node.Name, err)
		}
		all[i] = labels
	}
	return json.NewEncoder(out).Encode(all)
}

func (n node) labels() (lm.Labels, error) {
	config := &spec.Config{Flags: spec.Flags{CommandLineFlags: spec.CommandLineFlags{MigStrategy: &n.Strategy}}}
	manager := &resource.ManagerMock{
		GetDevicesFunc: func() ([]resource.Device, error) { return n.devices(), nil },
	}
	labeler, err := lm.NewResourceLabeler(manager, config)
	if err != nil {
		return nil, err
	}
	return labeler.Labels()
}

func (n node) devices() []resource.Device {
	var devices []resource.Device
	for _, instances := range n.Cards {
		card := n.card(true)
		var migs []resource.Device
		for _, each := range instances {
			migs = append(migs, each.device(card))
		}
		card.GetMigDevicesFunc = func() ([]resource.Device, error) { return migs, nil }
		devices = append(devices, card)
	}
	for range n.WholeCards {
		devices = append(devices, n.card(false))
	}
	return devices
}

func (n node) card(mig bool) *resource.DeviceMock {
	return &resource.DeviceMock{
		GetNameFunc:                  func() (string, error) { return n.Name, nil },
		GetTotalMemoryMiBFunc:        func() (uint64, error) { return n.MemoryMiB, nil },
		GetCudaComputeCapabilityFunc: func() (int, int, error) { return n.Major, n.Minor, nil },
		IsMigEnabledFunc:             func() (bool, error) { return mig, nil },
		GetMigDevicesFunc:            func() ([]resource.Device, error) { return nil, nil },
	}
}

func (i instance) device(card resource.Device) resource.Device {
	return &resource.DeviceMock{
		GetNameFunc: func() (string, error) { return i.Profile, nil },
		GetAttributesFunc: func() (map[string]any, error) {
			attributes := make(map[string]any, len(i.Attributes))
			for key, value := range i.Attributes {
				attributes[key] = value
			}
			return attributes, nil
		},
		GetDeviceHandleFromMigDeviceHandleFunc: func() (resource.Device, error) { return card, nil },
	}
}
