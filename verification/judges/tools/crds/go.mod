module gpuspec/judges/crds

go 1.26

require (
	github.com/kubeflow/trainer/v2 v2.3.0
	github.com/prometheus-operator/prometheus-operator v0.93.0
	sigs.k8s.io/jobset v0.12.0
	sigs.k8s.io/kueue v0.19.2
	sigs.k8s.io/lws v0.9.0
	sigs.k8s.io/node-feature-discovery v0.19.0
	volcano.sh/volcano v1.15.1
)
