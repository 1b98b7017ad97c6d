// Command kubelet-config reads a KubeletConfiguration from standard input as the kubelet reads its
// file, and writes what the kubelet says of it as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
	_ "k8s.io/kubernetes/pkg/features" // the kubelet's feature gates
	"k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/v1beta1"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/util/codec"
	"sigs.k8s.io/yaml"
)

type verdict struct {
	// Strict is what the strict decoder refuses: unknown and repeated fields. The kubelet itself
	// logs them and starts without them, as long as it knows v1beta1.
	Strict []string `json:"strict"`
	// Decode says why the file cannot be read at all.
	Decode string `json:"decode,omitempty"`
	// Validation is what the validation package refuses; the kubelet then does not start.
	Validation []string `json:"validation"`
	// Start is what its CPU manager and its topology manager refuse on a node of two NUMA nodes with
	// eight CPUs each; the kubelet then stops after a start that the validation package allowed.
	Start []string `json:"start"`
	// Config is what the kubelet would run with: every field, with its default if it was not set.
	Config any `json:"config,omitempty"`
}

func main() {
	klog.SetOutput(io.Discard)
	klog.LogToStderr(false)
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kubelet-config:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return fmt.Errorf("read: %w", err)
	}
	_, codecs, err := scheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		return fmt.Errorf("scheme: %w", err)
	}
	result := verdict{Strict: strict(codecs, data), Validation: []string{}, Start: []string{}}
	kc, err := codec.DecodeKubeletConfiguration(context.Background(), codecs, data)
	if err != nil {
		result.Decode = err.Error()
	} else {
		result.Validation = validate(kc)
		result.Start = start(kc)
		if result.Config, err = external(kc); err != nil {
			return fmt.Errorf("print: %w", err)
		}
	}
	return json.NewEncoder(out).Encode(result)
}

func strict(codecs *serializer.CodecFactory, data []byte) []string {
	_, _, err := codecs.UniversalDecoder().Decode(data, nil, nil)
	refused := []string{}
	if errs, ok := runtime.AsStrictDecodingError(err); ok {
		for _, e := range errs.Errors() {
			refused = append(refused, e.Error())
		}
	}
	return refused
}

func validate(kc *config.KubeletConfiguration) []string {
	// Otherwise the verdict would depend on the cgroups of the machine that asks.
	anywhere := kc.DeepCopy()
	anywhere.FailCgroupV1 = false
	return messages(validation.ValidateKubeletConfiguration(anywhere, utilfeature.DefaultFeatureGate))
}

func messages(err error) []string {
	if err == nil {
		return []string{}
	}
	var all []string
	if aggregate, ok := err.(utilerrors.Aggregate); ok {
		for _, e := range aggregate.Errors() {
			all = append(all, e.Error())
		}
		return all
	}
	return append(all, err.Error())
}

func external(kc *config.KubeletConfiguration) (any, error) {
	text, err := codec.EncodeKubeletConfig(kc, v1beta1.SchemeGroupVersion)
	if err != nil {
		return nil, err
	}
	var tree any
	err = yaml.Unmarshal(text, &tree)
	return tree, err
}
