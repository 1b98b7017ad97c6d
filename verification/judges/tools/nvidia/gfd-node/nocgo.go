//go:build !cgo

package main

import "github.com/NVIDIA/k8s-device-plugin/gpuspec/nocgo"

func main() {
	nocgo.Main()
}
