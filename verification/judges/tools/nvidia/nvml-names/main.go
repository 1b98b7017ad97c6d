//go:build cgo

// Command nvml-names writes as JSON what go-nvml and go-nvlib know of GPUs without a driver: the
// names of architectures and of MIG profiles, and the cards that go-nvml describes for tests.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/NVIDIA/go-nvlib/pkg/nvlib/device"
	"github.com/NVIDIA/go-nvml/pkg/nvml"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock/gpus"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock/server"
)

type names struct {
	// Architectures are go-nvlib's words by NVML's numbers.
	Architectures map[int]string `json:"architectures"`
	// Instances says by NVML's number of a GPU instance profile what go-nvlib calls it on a card of
	// 40 GiB, or its error.
	Instances []instance `json:"instances"`
	GPUs      []gpu      `json:"gpus"`
}

type instance struct {
	Profile int    `json:"profile"`
	Name    string `json:"name,omitempty"`
	Error   string `json:"error,omitempty"`
}

type gpu struct {
	Name         string    `json:"name"`
	Architecture string    `json:"architecture"`
	Major        int       `json:"major"`
	Minor        int       `json:"minor"`
	MemoryMiB    uint64    `json:"memoryMiB"`
	PCIDevice    string    `json:"pciDevice"`
	Profiles     []profile `json:"profiles"`
}

type profile struct {
	Profile         int         `json:"profile"`
	Name            string      `json:"name"`
	Instances       uint32      `json:"instances"`
	Multiprocessors uint32      `json:"multiprocessors"`
	MemoryMiB       uint64      `json:"memoryMiB"`
	CopyEngines     uint32      `json:"copyEngines"`
	Decoders        uint32      `json:"decoders"`
	Encoders        uint32      `json:"encoders"`
	JPEG            uint32      `json:"jpeg"`
	OFA             uint32      `json:"ofa"`
	Placements      []placement `json:"placements"`
}

type placement struct {
	Start uint32 `json:"start"`
	Size  uint32 `json:"size"`
}

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "nvml-names:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	result := names{Architectures: map[int]string{}, Instances: instances()}
	for number := range nvml.DEVICE_ARCH_RUBIN + 1 {
		if name, err := architecture(nvml.DeviceArchitecture(number)); err == nil {
			result.Architectures[number] = name
		}
	}
	for _, card := range []gpus.Config{
		gpus.A30_PCIE_24GB,
		gpus.A100_PCIE_40GB, gpus.A100_PCIE_80GB, gpus.A100_SXM4_40GB, gpus.A100_SXM4_80GB,
		gpus.H100_SXM5_80GB, gpus.H200_SXM5_141GB, gpus.B200_SXM5_180GB,
	} {
		described, err := describe(card)
		if err != nil {
			return fmt.Errorf("%s: %w", card.Name, err)
		}
		result.GPUs = append(result.GPUs, described)
	}
	return json.NewEncoder(out).Encode(result)
}

func architecture(number nvml.DeviceArchitecture) (string, error) {
	card := &mock.Device{
		GetArchitectureFunc: func() (nvml.DeviceArchitecture, nvml.Return) { return number, nvml.SUCCESS },
	}
	wrapped, err := library().NewDevice(card)
	if err != nil {
		return "", err
	}
	return wrapped.GetArchitectureAsString()
}

func library() device.Interface {
	return device.New(&server.Server{}, device.WithVerifySymbols(false))
}

func instances() []instance {
	const totalMiB = 40 * 1024
	var all []instance
	for number := range nvml.GPU_INSTANCE_PROFILE_COUNT {
		name, err := instanceName(number, totalMiB/8, totalMiB)
		if err != nil {
			all = append(all, instance{Profile: number, Error: err.Error()})
		} else {
			all = append(all, instance{Profile: number, Name: name})
		}
	}
	return all
}

// instanceName is what go-nvlib calls a GPU instance with one compute instance that fills it.
func instanceName(number int, memoryMiB, totalMiB uint64) (string, error) {
	var last error
	for whole := range nvml.COMPUTE_INSTANCE_PROFILE_COUNT {
		p, err := library().NewMigProfile(number, whole, nvml.COMPUTE_INSTANCE_ENGINE_PROFILE_SHARED, memoryMiB, totalMiB<<20)
		if err != nil {
			last = err
			continue
		}
		if info := p.GetInfo(); info.C == info.G {
			return p.String(), nil
		}
	}
	return "", last
}

func describe(card gpus.Config) (gpu, error) {
	name, err := architecture(card.Architecture)
	if err != nil {
		return gpu{}, err
	}
	described := gpu{
		Name:         card.Name,
		Architecture: name,
		Major:        card.CudaMajor,
		Minor:        card.CudaMinor,
		MemoryMiB:    card.MemoryMB,
		PCIDevice:    fmt.Sprintf("0x%04X", card.PciDeviceId>>16),
	}
	for number, info := range card.MIGProfiles.GpuInstanceProfiles {
		instance, err := instanceName(number, info.MemorySizeMB, card.MemoryMB)
		if err != nil {
			return gpu{}, err
		}
		described.Profiles = append(described.Profiles, profile{
			Profile:         number,
			Name:            instance,
			Instances:       info.InstanceCount,
			Multiprocessors: info.MultiprocessorCount,
			MemoryMiB:       info.MemorySizeMB,
			CopyEngines:     info.CopyEngineCount,
			Decoders:        info.DecoderCount,
			Encoders:        info.EncoderCount,
			JPEG:            info.JpegCount,
			OFA:             info.OfaCount,
			Placements:      placements(card.MIGProfiles.GpuInstancePlacements[number]),
		})
	}
	slices.SortFunc(described.Profiles, func(a, b profile) int { return a.Profile - b.Profile })
	return described, nil
}

func placements(all []nvml.GpuInstancePlacement) []placement {
	starts := make([]placement, len(all))
	for i, one := range all {
		starts[i] = placement{Start: one.Start, Size: one.Size}
	}
	return starts
}
