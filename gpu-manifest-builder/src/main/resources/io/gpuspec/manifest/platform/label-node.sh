if ! command -v nvidia-smi >/dev/null; then
  echo "$NODE_NAME: no nvidia-smi here, so no GPU or not NVIDIA's runtime" >&2
  exit 0
fi
name=$(nvidia-smi --query-gpu=name --format=csv,noheader | sort -u)
if ! value=$(value_of "$name"); then
  echo "$NODE_NAME: GPU '$name' is not known; @label@ is left as it is" >&2
  exit 1
fi
now=$(kubectl get nodes "$NODE_NAME" -o 'jsonpath={.metadata.labels.@path@}')
if [ "$value" != "$now" ]; then
  kubectl label nodes "$NODE_NAME" "@label@=$value" --overwrite
fi
