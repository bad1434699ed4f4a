#!/bin/sh
# Runs a program in a tree of files that holds nothing but what is named here. The caller (unshare) has given it mounts,
# processes and a network of its own, so nothing of this is seen outside, and all of it ends with the program.
#
#   enter-sandbox.sh ROOT WORK UID HIDDEN SHOWN PROGRAM ARGUMENT…
#
# ROOT    an empty folder, which becomes the root
# WORK    the folder that the program may write to, and knows as /work
# UID     whom to become; empty: the caller
# HIDDEN  a folder that stays away even where it lies in what is shown
# SHOWN   files and folders that may be read, one on a line
set -eu
root=$1 work=$2 uid=$3 hidden=$4 shown=$5
shift 5

mount -t tmpfs -o mode=755,nosuid,nodev,size=1m tmpfs "$root"
mkdir "$root/work" "$root/tmp" "$root/dev" "$root/etc" "$root/proc" "$root/old"
mount -t tmpfs -o mode=1777,nosuid,nodev,size=64m tmpfs "$root/tmp"

show() {
  mkdir -p "$root$(dirname "$1")"
  if [ -L "$1" ]; then
    cp -P "$1" "$root$1"
    return
  fi
  if [ -d "$1" ]; then mkdir -p "$root$1"; else : >"$root$1"; fi
  mount --rbind "$1" "$root$1"
  mount -o remount,bind,ro,nosuid,nodev "$root$1"
}

set -f
IFS='
'
for path in $shown; do show "$path"; done
unset IFS
if [ -d "$root$hidden" ]; then mount -t tmpfs -o mode=755,ro,size=4k tmpfs "$root$hidden"; fi

for device in null zero random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
echo "office:x:${uid:-0}:${uid:-0}::/work:/bin/false" >"$root/etc/passwd"
mount --bind "$work" "$root/work"
mount -o remount,bind,nosuid,nodev "$root/work"
# Until umount has read there what is mounted.
mount --rbind /proc "$root/proc"

cd "$root"
pivot_root . old
cd /work
umount -l /old
umount -l /proc
# LibreOffice looks whether this is there, and needs no more of it.
: >/proc/version
mount -n -o remount,ro,nosuid,nodev / 2>/dev/null || true

if [ -n "$uid" ]; then
  exec setpriv --reuid "$uid" --regid "$uid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
fi
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
