// Command device-plugin-config reads a config file of NVIDIA's device plugin from standard input
// with the plugin's own types, and writes as JSON what they make of it.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"reflect"

	spec "github.com/NVIDIA/k8s-device-plugin/api/config/v1"
	"github.com/urfave/cli/v2"
	"k8s.io/klog/v2"
	"sigs.k8s.io/yaml"
)

type verdict struct {
	// Error is why the plugin does not start with this file.
	Error string `json:"error,omitempty"`
	// Strict is what a strict decoder refuses before the types see the file, such as a key twice.
	Strict string `json:"strict,omitempty"`
	// Unknown are the paths of fields that the types do not have; the plugin says nothing of them.
	Unknown []string `json:"unknown"`
	// Config is what the plugin's types hold: every field, null where none was set.
	Config json.RawMessage `json:"config,omitempty"`
	// Effective is what is left of it once the plugin has dropped what it does not support yet.
	Effective json.RawMessage `json:"effective,omitempty"`
}

func main() {
	// The plugin warns there of what it drops; Effective says the same.
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "device-plugin-config:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	result := verdict{Unknown: []string{}}
	var written any
	if err := yaml.UnmarshalStrict(data, &written); err != nil {
		result.Strict = err.Error()
	}
	result.Unknown = append(result.Unknown, unknown("", written, reflect.TypeFor[spec.Config]())...)
	config, err := load(data)
	if err != nil {
		result.Error = err.Error()
		return json.NewEncoder(out).Encode(result)
	}
	if err := validate(config); err != nil {
		result.Error = err.Error()
	}
	if result.Config, err = json.Marshal(full(reflect.ValueOf(config))); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	spec.DisableResourceNamingInConfig(config)
	if result.Effective, err = json.Marshal(full(reflect.ValueOf(config))); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return json.NewEncoder(out).Encode(result)
}

// load reads the file as the plugin does when it starts with no flag but --config-file.
func load(data []byte) (*spec.Config, error) {
	file, err := os.CreateTemp("", "device-plugin-config")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(data)
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.String("config-file", file.Name(), "")
	return spec.NewConfig(cli.NewContext(nil, flags, nil), nil)
}

// validate is what can be asked without the plugin's own program: the rest of its rules are there.
func validate(config *spec.Config) error {
	if plugin := config.Flags.Plugin; plugin != nil && plugin.DeviceListStrategy != nil {
		if _, err := spec.NewDeviceListStrategies(*plugin.DeviceListStrategy); err != nil {
			return fmt.Errorf("deviceListStrategy: %w", err)
		}
	}
	return spec.AssertChannelIDsValid(config.Imex.ChannelIDs)
}
