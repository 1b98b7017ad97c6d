// Command quantities writes the table of what Kubernetes reads in a quantity, for the Java tests.
//
// See README.md for the columns and how to run it.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"math/big"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
)

const apimachinery = "k8s.io/apimachinery"

const none = "-"

var columns = []string{
	"input", "outcome", "string", "canonical", "roundedToOne", "roundedToMilli",
	"value", "milliValue", "held", "meant", "capped",
}

func main() {
	path := "../../resources/io/gpuspec/value/quantities.tsv"
	if len(os.Args) > 1 {
		path = os.Args[1]
	}
	if err := write(path); err != nil {
		log.Fatal(err)
	}
}

func write(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriter(file)
	fmt.Fprintf(out, "# What %s %s reads; written by src/test/go/quantities, not by hand.\n", apimachinery, version())
	fmt.Fprintln(out, strings.Join(columns, "\t"))
	for _, input := range inputs() {
		fmt.Fprintln(out, strings.Join(row(input), "\t"))
	}
	return out.Flush()
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == apimachinery {
				return dep.Version
			}
		}
	}
	return "unknown"
}

func inputs() []string {
	var all []string
	seen := map[string]bool{}
	add := func(input string) {
		if !seen[input] {
			seen[input] = true
			all = append(all, input)
		}
	}
	for _, input := range handPicked {
		add(input)
	}
	for _, mantissa := range mantissas {
		for _, suffix := range suffixes {
			for _, sign := range []string{"", "-"} {
				add(sign + mantissa + suffix)
			}
		}
	}
	return all
}

func row(input string) []string {
	cells := make([]string, len(columns))
	for i := range cells {
		cells[i] = none
	}
	cells[0] = quoted(input)
	parsed, err := resource.ParseQuantity(input)
	if err != nil {
		cells[1] = "error"
		return cells
	}
	cells[1] = "ok"

	// Several of the calls below change the quantity they are asked of, so each gets its own.
	fresh := func() *resource.Quantity {
		q := parsed.DeepCopy()
		return &q
	}
	cells[2] = fresh().String()
	cells[3] = canonical(fresh())
	ones := fresh()
	ones.RoundUp(0)
	cells[4] = canonical(ones)
	millis := fresh()
	millis.RoundUp(resource.Milli)
	cells[5] = canonical(millis)
	cells[6] = strconv.FormatInt(fresh().Value(), 10)
	cells[7] = strconv.FormatInt(fresh().MilliValue(), 10)
	held, ok := new(big.Rat).SetString(fresh().AsDec().String())
	if !ok {
		log.Fatalf("%q: the amount held is not a decimal", input)
	}
	cells[8] = decimal(held)
	if meant := meaning(input); meant != nil {
		cells[9] = decimal(meant)
		cells[10] = "no"
		if new(big.Rat).Abs(held).Cmp(new(big.Rat).Abs(meant)) < 0 {
			cells[10] = "yes"
		}
	}
	return cells
}

// canonical skips the text that String may keep from parsing.
func canonical(q *resource.Quantity) string {
	number, suffix := q.CanonicalizeBytes(nil)
	return string(number) + string(suffix)
}

// quoted is both a Go and a JSON string literal, in ASCII, so that Java needs no reader of its own.
func quoted(input string) string {
	literal := strconv.QuoteToASCII(input)
	var back string
	if err := json.Unmarshal([]byte(literal), &back); err != nil || back != input {
		log.Fatalf("%s does not read back as JSON", literal)
	}
	return literal
}

func decimal(r *big.Rat) string {
	digits, exact := r.FloatPrec()
	if !exact {
		log.Fatalf("%s has no finite decimal form", r)
	}
	return r.FloatString(digits)
}

var grammar = regexp.MustCompile(`^([+-]?)([0-9]*)\.?([0-9]*)(?:([A-Za-z]*)|[eE]([+-]?[0-9]+))$`)

var powers = map[string]*big.Rat{
	"n": power(10, -9), "u": power(10, -6), "m": power(10, -3), "": power(10, 0),
	"k": power(10, 3), "M": power(10, 6), "G": power(10, 9),
	"T": power(10, 12), "P": power(10, 15), "E": power(10, 18),
	"Ki": power(2, 10), "Mi": power(2, 20), "Gi": power(2, 30),
	"Ti": power(2, 40), "Pi": power(2, 50), "Ei": power(2, 60),
}

// meaning reads the input by the documented grammar alone, without the library: nil where it has no
// digits or an exponent nobody would write out.
func meaning(input string) *big.Rat {
	part := grammar.FindStringSubmatch(input)
	if part == nil || part[2]+part[3] == "" {
		return nil
	}
	unscaled, ok := new(big.Int).SetString(part[1]+part[2]+part[3], 10)
	if !ok {
		return nil
	}
	result := new(big.Rat).SetInt(unscaled)
	result.Mul(result, power(10, -len(part[3])))
	if part[5] != "" {
		exponent, err := strconv.Atoi(part[5])
		if err != nil || exponent < -1000 || exponent > 1000 {
			return nil
		}
		return result.Mul(result, power(10, exponent))
	}
	scale, ok := powers[part[4]]
	if !ok {
		return nil
	}
	return result.Mul(result, scale)
}

func power(base int64, exponent int) *big.Rat {
	magnitude := exponent
	if magnitude < 0 {
		magnitude = -magnitude
	}
	r := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(magnitude)), nil))
	if exponent < 0 {
		r.Inv(r)
	}
	return r
}
