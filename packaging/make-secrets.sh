#!/bin/sh
# Writes the passwords that packaging/compose.yaml mounts, each into a file of its own, once: what is there stays.
set -eu
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/secrets
if [ -e "$folder" ]; then
  echo "$folder is there already and was left as it is." >&2
  exit 1
fi
# Containers read the files as users of their own; on this machine only the owner of the folder gets at them.
mkdir -m 700 "$folder"
umask 022
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
write() { printf '%s' "$2" >"$folder/$1"; }

owner=$(random) web=$(random) sign_in=$(random)
write postgres-password "$(random)"
write lading-key "$(random)"
write s3-key-id "$(random)"
write s3-secret "$(random)"
write database-url "postgresql://lading_web:$web@pgbouncer:6432/lading"
write database-sign-in-url "postgresql://lading_accounts:$sign_in@pgbouncer:6432/lading"
write database-direct-url "postgresql://lading_web:$web@postgres:5432/lading"
write database-migration-url "postgresql://lading_owner:$owner@postgres:5432/lading"
write pgbouncer-users "\"lading_web\" \"$web\"
\"lading_accounts\" \"$sign_in\"
"
# The owner of the tables, who is no superuser, and two logins that may do what the roles of the product may do.
write create-logins.sql "create role lading_app nologin;
create role lading_sign_in nologin;
create role lading_owner login createrole password '$owner';
grant lading_app, lading_sign_in to lading_owner with admin option;
create role lading_web login password '$web' in role lading_app;
create role lading_accounts login password '$sign_in' in role lading_sign_in;
create database lading owner lading_owner;
"
echo "The passwords are in $folder. Keep a copy of lading-key apart from the backups: nothing can be restored without it."
