# Clones the record of SITE_RECORD_REPOSITORY, if one is kept, with the key RECORD_KEY, and names the clone in SITE_RECORD. To be sourced,
# with `umask 077`, by a script that deletes $RUNNER_TEMP/record-key at its end.
if [ -n "${SITE_RECORD_REPOSITORY:-}" ]; then
    echo "$RECORD_KEY" > "$RUNNER_TEMP/record-key"
    node .github/scripts/known-hosts.mjs github.com > "$RUNNER_TEMP/github-host-keys"
    export GIT_SSH_COMMAND="ssh -i $RUNNER_TEMP/record-key -o IdentitiesOnly=yes -o BatchMode=yes -o StrictHostKeyChecking=yes -o UserKnownHostsFile=$RUNNER_TEMP/github-host-keys -o GlobalKnownHostsFile=/dev/null"
    git clone --quiet "git@github.com:$SITE_RECORD_REPOSITORY.git" "$RUNNER_TEMP/record"
    export SITE_RECORD=$RUNNER_TEMP/record
fi
