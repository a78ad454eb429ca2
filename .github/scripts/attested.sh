#!/usr/bin/env bash
# Leaves a line for the record on the attestation of what was built: its address, or that there is none.
set -euo pipefail

if [ -n "$ATTESTATION" ]; then
    line="attested by GitHub: $ATTESTATION"
else
    line="not attested: GitHub does not attest for a repository of this plan or visibility, or its attestation failed"
fi
mkdir -p "$RUNNER_TEMP/attestation"
echo "$line" | tee "$RUNNER_TEMP/attestation/attestation"
