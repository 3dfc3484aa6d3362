#!/usr/bin/env bash
# Checks this folder as far as possible without a server: the systemd units and the Caddyfile with their own
# verifiers, and that the files of the image are enough to start, stop, back up, restore and start again. Needs a
# build (npm run build). Skips a verifier that is not installed; with CI=true a missing verifier is a failure.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
server=
finish() {
  status=$?
  trap - EXIT
  if [ -n "$server" ]; then kill -KILL "$server" 2>/dev/null || true; fi
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

have() {
  if command -v "$1" >/dev/null; then return 0; fi
  if [ "${CI:-}" = true ]; then
    echo "CI=true, but $1 is not installed." >&2
    exit 1
  fi
  echo "-- $1 is not installed; left out"
  return 1
}

# The highest exposure that `systemd-analyze security` may report, in tenths (0 is the safest, 100 the worst).
exposure=20

if have systemd-analyze; then
  echo "-- unit"
  # The paths are replaced by those of this checkout, because /opt/chime-in does not exist here.
  for unit in "$here"/systemd/*; do
    sed "s|/opt/chime-in/|$root/|g" "$unit" >"$work/$(basename "$unit")"
  done
  systemd-analyze verify --man=no "$work/chime-in.service"
  systemd-analyze security --offline=true --threshold="$exposure" --no-pager "$work/chime-in.service" | tail -n 1
fi

if have caddy; then
  echo "-- Caddyfile"
  XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work caddy validate --adapter caddyfile --config "$here/Caddyfile" 2>"$work/caddy" ||
    { cat "$work/caddy" >&2; exit 1; }
  caddy fmt "$here/Caddyfile" | diff - "$here/Caddyfile"
fi

echo "-- what goes into the image"
"$here/assemble.sh" "$work/app"
settings=(
  NODE_ENV=production PORT=0 DATA_DIR="$work/data" LOG_LEVEL=warn
  SESSION_SECRET=only-for-this-check-0123456789abcdef OWNER_EMAIL=you@example.org
  GOOGLE_CLIENT_ID=id GOOGLE_CLIENT_SECRET=secret OPENAI_API_KEY=key
)
cd "$work"
address=
start() {
  env -i "${settings[@]}" "$work/app/node" --liftoff-only --disable-warning=DEP0169 "$work/app/dist/server/main.js" >"$work/log" 2>&1 &
  server=$!
  address=
  for _ in $(seq 1200); do
    address=$(grep -o 'http://localhost:[0-9]*' "$work/log" || true)
    if [ -n "$address" ] || ! kill -0 "$server" 2>/dev/null; then break; fi
    sleep 0.1
  done
  if [ -z "$address" ]; then
    cat "$work/log" >&2
    exit 1
  fi
}
stop() {
  kill -TERM "$server"
  wait "$server"
  server=
}
backup_command() { env -i "${settings[@]}" "$work/app/node" --liftoff-only "$work/app/dist/server/backup.js" "$@"; }
answers="const { status } = await fetch(process.argv[1]); if (status !== 200) throw new Error(String(status))"

start
for path in /readyz /; do "$work/app/node" --input-type=module --eval "$answers" "$address$path"; done
stop
backup_command backup "$work/backup.gz"
backup_command restore "$work/backup.gz" --replace
start
"$work/app/node" --input-type=module --eval "$answers" "$address/readyz"
stop
echo "-- done"
