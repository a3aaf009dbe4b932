# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Part of the scripts of the agent, the directory and the bridge that run after the installation: packaging/debian/rules
# writes the unit in place of @unit@.
# A new program starts in each session with a desktop, so that no user waits for the next login. After an upgrade it is
# replaced where it runs. deb-systemd-invoke would start it in sessions without a desktop too.
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
    for user in $(systemctl --no-legend --plain list-units 'user@*.service' | sed -n 's/^user@\([0-9]*\)\.service .*/\1/p'); do
        systemctl --user --machine="$user@" daemon-reload || true
        if [ -z "$2" ] && systemctl --user --machine="$user@" --quiet is-active graphical-session.target; then
            systemctl --user --machine="$user@" start @unit@ || true
        else
            systemctl --user --machine="$user@" try-restart @unit@ || true
        fi
    done
fi
