#!/bin/sh
# Runs Lading on the Node.js that is in this folder: ./lading start
set -eu
file=$0
while [ -L "$file" ]; do
  link=$(readlink "$file")
  case $link in /*) file=$link ;; *) file=$(dirname "$file")/$link ;; esac
done
home=$(CDPATH='' cd -- "$(dirname -- "$file")" && pwd -P)
node=$home/NODE_PROGRAM
# As with npm start: the data beside the program, unless it is set to be elsewhere.
: "${DATA_DIR:=$home/data}" "${BRAND_FILE:=$home/brand.json}"
export DATA_DIR BRAND_FILE
run() {
  exec "$node" "$@"
}

command=${1:-help}
[ $# -eq 0 ] || shift
case $command in
COMMANDS
  version) echo 'VERSION' ;;
  health) run "$home/scripts/health.cjs" "$@" ;;
  help | -h | --help)
    echo 'Lading VERSION. Usage: lading COMMAND, one of:'
    echo '  NAMES'
    echo "docs/ has what each does, docs/configuration.md the environment variables. Data: $DATA_DIR"
    ;;
  *)
    echo "lading: there is no command '$command'. One of: NAMES" >&2
    exit 64
    ;;
esac
