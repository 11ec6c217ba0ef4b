#!/bin/sh
# /usr/local/bin/parvis, for root: the command line as the service's user, with the service's settings.
set -ea
. /etc/parvis.env
umask 077
exec runuser -u parvis -- /opt/parvis/.venv/bin/parvis "$@"
