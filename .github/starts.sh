#!/usr/bin/env bash
# Runs the first command of the README; the server must start and report that it is healthy.
set -euo pipefail
cd "$(dirname "$0")/.."
log=$(mktemp)
python3 bootstrap.py run > "$log" 2>&1 &
server=$!
trap 'kill "$server"; wait "$server" || true; cat "$log"' EXIT
curl --silent --fail --retry 60 --retry-delay 5 --retry-connrefused http://127.0.0.1:8000/health
