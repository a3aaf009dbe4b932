# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Part of the script of the bridge that runs after the installation: packaging/debian/rules.
# The accounts are new, after an upgrade too, which may bring another one: the bus lets them own their names, and the call
# service accepts the modems of the bridge, when they have read their configuration again.
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
    systemctl reload dbus.service || true
    [ -n "$2" ] || systemctl try-reload-or-restart monkeycalld.service || true
fi
