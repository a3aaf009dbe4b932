# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Part of the scripts of the agent, the directory and the bridge that run after the installation: packaging/debian/rules
# writes the unit in place of @unit@.
# The program starts in each session with a desktop, so that no user waits for the next login: also after an upgrade,
# because a package that was removed and is installed again looks like one. Where the unit is disabled or masked, and in a
# session without a desktop, the program is replaced where it runs. deb-systemd-invoke would start it there too.
if [ "$1" = configure ] && [ -d /run/systemd/system ]; then
    for user in $(systemctl --no-legend --plain list-units 'user@*.service' | sed -n 's/^user@\([0-9]*\)\.service .*/\1/p'); do
        systemctl --user --machine="$user@" daemon-reload || true
        if systemctl --user --machine="$user@" --quiet is-active graphical-session.target &&
            systemctl --user --machine="$user@" --quiet is-enabled @unit@; then
            systemctl --user --machine="$user@" restart @unit@ || true
        else
            systemctl --user --machine="$user@" try-restart @unit@ || true
        fi
    done
fi
