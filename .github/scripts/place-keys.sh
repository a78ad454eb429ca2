# The keys of the place, as files for deploy/publish/ and for rsync; to be sourced, with `umask 077`.
export SITE_SSH_KEY=$RUNNER_TEMP/publishing-key
export SITE_SSH_HOSTS=$RUNNER_TEMP/place-host-keys
echo "$PUBLISHING_KEY" > "$SITE_SSH_KEY"
echo "$PLACE_HOST_KEYS" > "$SITE_SSH_HOSTS"
trap 'rm -f "$SITE_SSH_KEY" "$SITE_SSH_HOSTS" "$RUNNER_TEMP/registry-auth.json" "$RUNNER_TEMP/cluster-config" "$RUNNER_TEMP/record-key"' EXIT
export RSYNC_RSH="ssh -i $SITE_SSH_KEY -o IdentitiesOnly=yes -o BatchMode=yes -o UserKnownHostsFile=$SITE_SSH_HOSTS -o StrictHostKeyChecking=yes"
if [ -n "${REGISTRY_AUTH:-}" ]; then
    export REGISTRY_AUTH_FILE=$RUNNER_TEMP/registry-auth.json
    echo "$REGISTRY_AUTH" > "$REGISTRY_AUTH_FILE"
fi
if [ -n "${CLUSTER_CONFIG:-}" ]; then
    export KUBECONFIG=$RUNNER_TEMP/cluster-config
    echo "$CLUSTER_CONFIG" > "$KUBECONFIG"
fi
