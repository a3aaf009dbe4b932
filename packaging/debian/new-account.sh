# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Part of the script of the bridge that runs after the installation: packaging/debian/rules.
# The accounts are new: the bus lets them own their names, and the call service accepts the modems of the bridge, when they
# have read their configuration again.
if [ "$1" = configure ] && [ -z "$2" ] && [ -d /run/systemd/system ]; then
    systemctl reload dbus.service || true
    systemctl try-reload-or-restart monkeycalld.service || true
fi
