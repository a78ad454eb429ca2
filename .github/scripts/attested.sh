#!/usr/bin/env bash
# Leaves a line for the record on the attestation of what was built: its address, or that there is none.
set -euo pipefail

if [ -n "$ATTESTATION" ]; then
    line="attested by GitHub: $ATTESTATION"
else
    line="not attested: GitHub attests for this repository's plan or visibility not, or was out of order"
fi
mkdir -p "$RUNNER_TEMP/attestation"
echo "$line" | tee "$RUNNER_TEMP/attestation/attestation"
