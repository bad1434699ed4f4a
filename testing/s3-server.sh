#!/bin/sh
# Starts a real S3 server (OpenStack Swift with its S3 interface) on 127.0.0.1 until Ctrl+C, for
#   LADING_TEST_S3_ENDPOINT=http://127.0.0.1:PORT npx vitest run server/files
# On Debian: apt-get install --no-install-recommends \
#   swift-proxy swift-account swift-container swift-object memcached python3-memcache
# Takes the port (18080 unless said otherwise) and the four after it. The folder of TMPDIR must keep
# extended attributes, as ext4 and xfs do.
set -eu
port=${1:-18080}
for program in swift-proxy-server swift-ring-builder memcached; do
  command -v "$program" >/dev/null || {
    echo "There is no $program; install the packages that this script names at its head." >&2
    exit 1
  }
done

folder=$(mktemp -d)
pids=
stop() {
  trap - EXIT INT TERM
  for pid in $pids; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 0' INT TERM
mkdir -p "$folder/etc" "$folder/srv/d1"
cd "$folder/etc"

cat >swift.conf <<END
[swift-hash]
swift_hash_path_prefix = lading
swift_hash_path_suffix = test
[storage-policy:0]
name = p0
default = yes
END

offset=1
for name in object container account; do
  cat >"$name-server.conf" <<END
[DEFAULT]
user = $(id -un)
bind_ip = 127.0.0.1
bind_port = $((port + offset))
workers = 0
mount_check = false
devices = $folder/srv
swift_dir = $folder/etc
disable_fallocate = true
log_level = ERROR
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
END
  swift-ring-builder "$name.builder" create 6 1 1 >/dev/null
  swift-ring-builder "$name.builder" add --region 1 --zone 1 --ip 127.0.0.1 --port $((port + offset)) \
    --device d1 --weight 1 >/dev/null
  swift-ring-builder "$name.builder" rebalance >/dev/null
  offset=$((offset + 1))
done

# The long timeouts keep a busy machine from answering 503.
cat >proxy-server.conf <<END
[DEFAULT]
user = $(id -un)
bind_ip = 127.0.0.1
bind_port = $port
workers = 0
swift_dir = $folder/etc
log_level = ERROR
[pipeline:main]
pipeline = catch_errors proxy-logging cache listing_formats s3api tempauth copy slo dlo proxy-logging proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 10
node_timeout = 60
error_suppression_limit = 100000
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$((port + 4))
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
END

start() {
  "$@" &
  pids="$pids $!"
}
start memcached -u "$(id -un)" -l 127.0.0.1 -p $((port + 4))
for name in account container object; do start "swift-$name-server" "$folder/etc/$name-server.conf"; done
start swift-proxy-server "$folder/etc/proxy-server.conf"

# A busy machine may take minutes to start four Python programs; one that has ended is waited for no longer.
deadline=$(($(date +%s) + 600))
until curl -s -m 2 -o "$folder/answer" "http://127.0.0.1:$port/healthcheck"; do
  for pid in $pids; do
    kill -0 "$pid" 2>/dev/null || {
      echo "One of the S3 server's programs ended before it answered on port $port; is another program using the port?" >&2
      exit 1
    }
  done
  if [ "$(date +%s)" -gt "$deadline" ]; then
    echo "The S3 server did not answer on port $port within ten minutes; is another program using it?" >&2
    exit 1
  fi
  sleep 1
done
echo "An S3 server listens on http://127.0.0.1:$port (key test:tester, secret testing)."
wait
