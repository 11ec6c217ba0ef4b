#!/bin/sh
# /usr/local/bin/parvis-backup, run by parvis-backup.service: a backup an hour, kept for two days, one a day for fourteen.
set -eu
umask 077
parvis=/opt/parvis/.venv/bin/parvis
folder=/var/lib/parvis/backups
mkdir -p "$folder"
hour="$folder/hour-$(date -u +%Y-%m-%dT%H%M%S).backup"
"$parvis" backup "$hour"

# The first of a day is tried: restored into a database of its own, and checked there. Then it is that day's.
day="$folder/day-$(date -u +%F).backup"
if [ ! -e "$day" ]; then
  case "$PARVIS_DATABASE_URL" in
    sqlite*)
      scratch=$(mktemp -d "$folder/trial.XXXXXX")
      trap 'rm -rf "$scratch"' EXIT
      PARVIS_DATABASE_URL="sqlite:///$scratch/restored.db" "$parvis" restore "$hour"
      PARVIS_DATABASE_URL="sqlite:///$scratch/restored.db" "$parvis" check
      ;;
    *) echo "not restored on trial: that needs an empty PostgreSQL (docs/operations.md)" ;;
  esac
  ln "$hour" "$day"
fi

# Only now, and so only while backups succeed.
find "$folder" -name 'hour-*.backup' -mmin +2880 -delete
find "$folder" -name 'day-*.backup' -mtime +14 -delete
