# SPDX-License-Identifier: MIT
# What scripts/run and scripts/scene share: a bus, the service on it, the desktop's agent, copies of the example app that are
# driven by lines of text, and an end that leaves no process behind. Nothing sleeps: every wait is for a line from
# somebody, or for a process.
# shellcheck shell=bash

# Longest wait for anybody. Nothing comes near it, so whoever runs into it has found a fault.
patience=20

work=
address=
monkeycall=()
processes=()
declare -A to=() from=()

say() { printf '%s\n' "$*"; }

fail() {
    say "✗ $*" >&2
    exit 1
}

# Called once, first. Takes the folder with the built programs.
set_stage() {
    local program
    bin=$1
    for program in monkeycalld monkeycall-agent monkeycall MonkeyCall; do
        [[ -x $bin/$program ]] || fail "$program is not in $bin: build it first"
    done
    work=$(mktemp -d -t monkeycall.XXXXXX)
    trap clear_stage EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
}

# Last in, first out: apps, then the service, then the bus.
clear_stage() {
    local status=$? index process
    trap - EXIT INT TERM HUP
    for ((index = ${#processes[@]} - 1; index >= 0; index--)); do
        process=${processes[index]}
        kill "$process" 2>/dev/null || continue
        # `wait` alone would wait for ever on one that does not listen.
        timeout 5 tail --pid="$process" -s 0.02 -f /dev/null || kill -9 "$process" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    if ((status != 0 && status < 128)) && [[ -s $work/log ]]; then
        say "The service's last words:" >&2
        tail -n 20 "$work/log" >&2
    fi
    rm -rf "$work"
    exit "$status"
}

ask_bus() { # ask_bus ADDRESS MEMBER [ARGUMENT]
    dbus-send --bus="$1" --print-reply=literal --reply-timeout=3000 --dest=org.freedesktop.DBus \
        /org/freedesktop/DBus "org.freedesktop.DBus.$2" ${3:+"string:$3"} 2>/dev/null
}

# The user's own bus, if there is one and nobody is the registry there already.
use_session_bus() {
    local candidate owned
    for candidate in "${DBUS_SESSION_BUS_ADDRESS:-}" "unix:path=${XDG_RUNTIME_DIR:-/nowhere}/bus"; do
        [[ -n $candidate ]] || continue
        owned=$(ask_bus "$candidate" NameHasOwner org.monkeycall.CallManager) || continue
        [[ $owned == *false* ]] || continue
        address=$candidate
        return
    done
    return 1
}

use_private_bus() {
    local line
    mkfifo "$work/bus"
    dbus-daemon --session --nofork --nopidfile --address="unix:path=$work/socket" --print-address=1 \
        >"$work/bus" 2>"$work/bus.log" &
    processes+=($!)
    read -r -t "$patience" line <"$work/bus" || { cat "$work/bus.log" >&2; fail "the private bus does not start"; }
    # Short enough to be typed.
    address=${line%%,guid=*}
}

# Starts the service, and returns when it has its name. The bus itself says so, to a monitor that listens before the service
# is started.
start_service() {
    local line events watcher
    mkfifo "$work/names"
    dbus-monitor --address "$address" \
        "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='org.monkeycall.CallManager'" \
        >"$work/names" 2>/dev/null &
    watcher=$!
    processes+=("$watcher")
    exec {events}<>"$work/names"
    # Its first line is about itself: it listens.
    read -r -t "$patience" -u "$events" line || fail "the bus at $address does not answer"
    (
        "$bin/monkeycalld" --address="$address" >"$work/log" 2>&1 &
        echo $! >"$work/pid"
        wait $! || true
        echo "gone" >"$work/names"
    ) &
    while read -r -t "$patience" -u "$events" line; do
        case $line in
            gone) fail "the service did not start" ;;
            *'member=NameOwnerChanged'*) break ;;
        esac
    done
    processes+=("$(<"$work/pid")")
    # `events` stays open: the one who says "gone" at the end would wait for a reader.
    kill "$watcher" 2>/dev/null || true
    # shellcheck disable=SC2034 # for those who read this file
    monkeycall=("$bin/monkeycall" "--address=$address")
}

# Starts an app that carries calls: `tell` it what the user or the other side does, `expect` what it says.
start_app() { # start_app NAME, which the system knows as org.example.NAME
    local name=$1 input output
    mkfifo "$work/$name.in" "$work/$name.out"
    # Opened for both, so that neither side waits for the other to open.
    exec {input}<>"$work/$name.in" {output}<>"$work/$name.out"
    to[$name]=$input
    from[$name]=$output
    MONKEYCALL_BUS=$address "$bin/MonkeyCall" --name "$name" --identifier "org.example.$name" \
        <"$work/$name.in" >"$work/$name.out" 2>>"$work/log" &
    processes+=($!)
    expect "$name" "registered org.example.$name"
}

# Starts an agent that touches no desktop: `expect desktop` what it would do with one.
start_describing_agent() { # start_describing_agent [OPTION...]
    local output
    mkfifo "$work/desktop.out"
    exec {output}<>"$work/desktop.out"
    from[desktop]=$output
    "$bin/monkeycall-agent" --describe --call-bus "$address" "$@" >"$work/desktop.out" 2>>"$work/log" &
    processes+=($!)
}

tell() { # tell NAME WORD...
    local name=$1
    shift
    printf '%s\n' "$*" >&"${to[$name]}"
}

# Reads what the app prints up to a line that begins with the words. The rest of that line is then in `said`.
expect() { # expect NAME WORD...
    local name=$1 line
    shift
    while read -r -t "$patience" -u "${from[$name]}" line; do
        # Nothing that is expected comes after this, for instance while do-not-disturb is on.
        [[ $line != ended\ *\ refused\ * ]] || fail "$name: $line"
        if [[ $line == "$*" || $line == "$* "* ]]; then
            said=${line#"$*"}
            said=${said# }
            return
        fi
    done
    fail "$name never said: $*"
}

# Somebody calls on an app. The call is then in `said`.
ring() { # ring APP NUMBER NAME
    tell "$1" incoming "$2" "$3"
    expect "$1" incoming
    said=${said%% *}
}
