# SPDX-License-Identifier: MIT
# For scripts/pictures and scripts/moving-picture, after scripts/stage.bash: a home with contacts, an X server without a
# screen, the directory with recent calls, and the window.
# shellcheck shell=bash
# shellcheck disable=SC2154 # of scripts/stage.bash

# A home of its own, and no settings of the user's desktop. The bus starts no portal, because that of documents would
# mount a folder here. Call it before the bus starts.
make_home() {
    local portal
    export HOME=$work/home XDG_CONFIG_HOME=$work/home/config XDG_DATA_HOME=$work/home/data XDG_STATE_HOME=$work/home/state
    export XDG_RUNTIME_DIR=$work/runtime GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1 GTK_A11Y=none GSK_RENDERER=cairo
    export LC_ALL=C.UTF-8 LC_TELEPHONE=de_DE.UTF-8
    mkdir -p "$HOME" "$XDG_CONFIG_HOME/gtk-4.0" "$XDG_DATA_HOME/kpeoplevcard" "$XDG_STATE_HOME" "$XDG_RUNTIME_DIR"
    chmod 700 "$XDG_RUNTIME_DIR"
    printf '[Settings]\ngtk-font-name=Cantarell 11\ngtk-cursor-blink=false\n' >"$XDG_CONFIG_HOME/gtk-4.0/settings.ini"
    mkdir -p "$XDG_DATA_HOME/dbus-1/services"
    for portal in Desktop Documents; do
        printf '[D-BUS Service]\nName=org.freedesktop.portal.%s\nExec=/bin/false\n' "$portal" \
            >"$XDG_DATA_HOME/dbus-1/services/org.freedesktop.portal.$portal.service"
    done
    contact "Ada Lovelace" +442079460123
    contact "Grace Hopper" +12025550143
    contact "Giulia Rossi" +390655501234
    contact "Jan Novák" +420225550123
    contact "Fatma Yılmaz" +902125550123
}

contact() { # contact NAME NUMBER
    printf 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:%s\r\nTEL;TYPE=CELL:%s\r\nEND:VCARD\r\n' "$1" "$2" >"$XDG_DATA_HOME/kpeoplevcard/$2.vcf"
}

start_screen() { # start_screen WIDTHxHEIGHT
    local number
    mkfifo "$work/display"
    Xvfb -displayfd 3 -screen 0 "${1}x24" 3>"$work/display" 2>"$work/screen.log" &
    processes+=($!)
    read -r -t "$patience" number <"$work/display" || { cat "$work/screen.log" >&2; fail "the X server does not start"; }
    export DISPLAY=:$number
    unset WAYLAND_DISPLAY
    # A window manager, so that the window has the focus.
    openbox 2>>"$work/screen.log" >&2 &
    processes+=($!)
}

start_directory() {
    "$bin/DirectoryActor" week "$work/directory" >/dev/null
    "$bin/monkeycall-directory" --address "$address" --session-address "$address" --data "$work/directory" 2>>"$work/log" &
    processes+=($!)
    # It has its name when its database is open, and answers when it has read the contacts.
    gdbus wait --address "$address" --timeout "$patience" org.monkeycall.Directory
    until "${monkeycall[@]}" contact Ada 2>>"$work/log" | grep -q Lovelace; do ((SECONDS < patience)) || fail "no contacts"; done
}

open_window() { # open_window WIDTH HEIGHT
    DBUS_SESSION_BUS_ADDRESS=$address "$bin/monkeycall-phone" --call-bus "$address" 2>>"$work/log" &
    processes+=($!)
    window=$(timeout "$patience" xdotool search --sync --onlyvisible --class monkeycall | tail -n 1)
    xdotool windowsize --sync "$window" "$1" "$2"
    xdotool mousemove 0 0
}

# Waits until the picture is another one than at the last time, and stands still: three pictures in a row are equal. The
# seconds of a call go on, but more slowly. The script has `grab FILE`; the result is in $work/now.
settle() { # settle ERROR
    local before=$work/before now=$work/now last=$work/last end=$((SECONDS + patience)) same=0
    [[ -e $before ]] || : >"$before"
    grab "$now"
    while ((same < 3)); do
        ((SECONDS < end)) || fail "$1"
        mv "$now" "$last"
        grab "$now"
        if cmp --silent "$now" "$last" && ! cmp --silent "$now" "$before"; then ((same += 1)); else same=0; fi
    done
    cp "$now" "$before"
}

# GTK 3 tells where its buttons are. Without a sound server the agent neither rings nor changes the sound of a desktop.
start_session() {
    local notifications
    export DBUS_SESSION_BUS_ADDRESS=$address PULSE_SERVER=unix:/nonexistent
    notifications=$(sed -n 's/^Exec=//p' /usr/share/dbus-1/services/org.xfce.xfce4-notifyd.Notifications.service)
    start_named org.freedesktop.Notifications "$notifications"
    start_named org.monkeycall.Agent "$bin/monkeycall-agent" --call-bus "$address" --settings "$work/settings"
}
