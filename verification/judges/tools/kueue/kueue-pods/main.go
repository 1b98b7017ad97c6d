// Counts the pods of the objects in a manifest as Kueue does when it admits them: one line of JSON
// for each document of standard input, in order, null for kinds that Kueue does not know.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/kueue/pkg/controller/jobframework"
	_ "sigs.k8s.io/kueue/pkg/controller/jobs"
	"sigs.k8s.io/yaml"
)

type podSet struct {
	Name  string `json:"name"`
	Count int32  `json:"count"`
}

func main() {
	documents := utilyaml.NewYAMLReader(bufio.NewReader(os.Stdin))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			fail(err)
		}
		line, err := json.Marshal(count(document))
		if err != nil {
			fail(err)
		}
		fmt.Println(string(line))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// count returns nothing for an object that is not of this version of its kind.
func count(document []byte) (sets []podSet) {
	defer func() {
		if recover() != nil {
			sets = nil
		}
	}()
	object := unstructured.Unstructured{}
	if err := yaml.Unmarshal(document, &object.Object); err != nil {
		return nil
	}
	integration, found := jobframework.GetIntegrationByGVK(object.GroupVersionKind())
	if !found || integration.NewJob == nil {
		return nil
	}
	job := integration.NewJob()
	if err := yaml.UnmarshalStrict(document, job.Object()); err != nil {
		return nil
	}
	counted, err := job.PodSets(context.Background(), fake.NewClientBuilder().Build())
	if err != nil {
		return nil
	}
	for _, set := range counted {
		sets = append(sets, podSet{Name: string(set.Name), Count: set.Count})
	}
	return sets
}
