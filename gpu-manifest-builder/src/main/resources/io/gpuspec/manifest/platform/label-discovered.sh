nodes=$(kubectl get nodes -l nvidia.com/gpu.product -o 'jsonpath={range .items[*]}{.metadata.name}{" "}{.metadata.labels.nvidia\.com/gpu\.product}{" "}{.metadata.labels.@path@}{"\n"}{end}')
printf '%s\n' "$nodes" | {
  failed=0
  while read -r node product now; do
    [ -n "$node" ] || continue
    name=${product%-SHARED}
    name=${name%%-MIG-*}
    if ! value=$(value_of "$name"); then
      echo "$node: GPU '$product' is not known; @label@ is left as it is" >&2
      failed=1
    elif [ "$value" != "$now" ]; then
      kubectl label nodes "$node" "@label@=$value" --overwrite || failed=1
    fi
  done
  exit $failed
}
