// Package nocgo is what a program does that had no C compiler when it was built.
package nocgo

import (
	"fmt"
	"os"
)

// Exit is the status that says so.
const Exit = 4

// Main says that the program cannot answer: go-nvml is written in C.
func Main() {
	fmt.Fprintln(os.Stderr, "built without a C compiler, which go-nvml needs")
	os.Exit(Exit)
}
