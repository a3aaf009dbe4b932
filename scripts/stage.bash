# SPDX-License-Identifier: MIT
# For scripts/run and scripts/scene: a bus, the service on it, the agent, copies of the example app that lines of text
# control, and a cleanup that leaves no process behind. Nothing sleeps: every wait is for a line or for the end of a
# process.
# shellcheck shell=bash

# Seconds of the longest wait. A correct run never reaches it, so a time-out is a fault.
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

# set_stage FOLDER, with the built programs: call it once, first.
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

# In reverse order of the start: apps, then the service, then the bus.
clear_stage() {
    local status=$? index process
    trap - EXIT INT TERM
    # A terminal that is closed sends it twice.
    trap '' HUP
    for ((index = ${#processes[@]} - 1; index >= 0; index--)); do
        process=${processes[index]}
        kill "$process" 2>/dev/null || continue
        # `wait` alone would wait forever for a process that ignores the signal.
        timeout 5 tail --pid="$process" -s 0.02 -f /dev/null || kill -9 "$process" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    if ((status != 0 && status < 128)) && [[ -s $work/log ]]; then
        say "The last lines of the log:" >&2
        tail -n 20 "$work/log" >&2
    fi
    rm -rf "$work"
    exit "$status"
}

ask_bus() { # ask_bus ADDRESS MEMBER [ARGUMENT]
    dbus-send --bus="$1" --print-reply=literal --reply-timeout=3000 --dest=org.freedesktop.DBus \
        /org/freedesktop/DBus "org.freedesktop.DBus.$2" ${3:+"string:$3"} 2>/dev/null
}

# Uses the user's session bus, if there is one and no other process has the service's name there.
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

# The address has no path: that of a temporary folder may be longer than an address allows. Containers share such
# addresses, and may have the same process numbers.
use_private_bus() {
    local line
    mkfifo "$work/bus"
    dbus-daemon --session --nofork --nopidfile --address="unix:abstract=monkeycall-${work##*.}" --print-address=1 \
        >"$work/bus" 2>"$work/bus.log" &
    processes+=($!)
    read -r -t "$patience" line <"$work/bus" || { cat "$work/bus.log" >&2; fail "the private bus does not start"; }
    # Short enough to type.
    address=${line%%,guid=*}
}

# Starts a program, and returns when it has its name. A monitor that starts before the program gets this from the bus.
start_named() { # start_named BUS_NAME PROGRAM [OPTION...]
    local name=$1 names=$work/names.$1 line events watcher
    shift
    mkfifo "$names"
    dbus-monitor --address "$address" \
        "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='$name'" \
        >"$names" 2>/dev/null &
    watcher=$!
    processes+=("$watcher")
    exec {events}<>"$names"
    # Its first line is about the monitor itself: from now on it gets signals.
    read -r -t "$patience" -u "$events" line || fail "the bus at $address does not answer"
    (
        "$@" >>"$work/log" 2>&1 &
        echo $! >"$names.pid"
        wait $! || true
        echo "gone" >"$names"
    ) &
    while read -r -t "$patience" -u "$events" line; do
        case $line in
            gone) fail "${1##*/} did not start" ;;
            *'member=NameOwnerChanged'*) break ;;
        esac
    done
    processes+=("$(<"$names.pid")")
    # `events` stays open, because the subshell that writes "gone" at the end would wait for a reader.
    kill "$watcher" 2>/dev/null || true
}

start_service() {
    start_named org.monkeycall.CallManager "$bin/monkeycalld" --address="$address"
    # shellcheck disable=SC2034 # for the scripts that source this file
    monkeycall=("$bin/monkeycall" "--address=$address")
}

# Starts an app that carries calls. `tell` sends it an action of the user or of the other side, `expect` reads its
# output.
start_app() { # start_app NAME, with the identifier org.example.NAME
    local name=$1 input output
    mkfifo "$work/$name.in" "$work/$name.out"
    # Open for reading and writing, so that neither side waits for the other to open it.
    exec {input}<>"$work/$name.in" {output}<>"$work/$name.out"
    to[$name]=$input
    from[$name]=$output
    MONKEYCALL_BUS=$address "$bin/MonkeyCall" --name "$name" --identifier "org.example.$name" \
        <"$work/$name.in" >"$work/$name.out" 2>>"$work/log" &
    processes+=($!)
    expect "$name" "registered org.example.$name"
}

# Starts an agent that changes no desktop. `expect desktop` reads what it would do.
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

# Reads the output of the app up to a line that begins with the words. `said` then has the rest of that line.
expect() { # expect NAME WORD...
    local name=$1 line
    shift
    while read -r -t "$patience" -u "${from[$name]}" line; do
        # After a refusal, for example while do-not-disturb is on, no expected line follows.
        [[ $line != ended\ *\ refused\ * ]] || fail "$name: $line"
        if [[ $line == "$*" || $line == "$* "* ]]; then
            said=${line#"$*"}
            said=${said# }
            return
        fi
    done
    fail "$name did not print: $*"
}

# A call comes in on an app. `said` then has its id.
ring() { # ring APP NUMBER NAME
    tell "$1" incoming "$2" "$3"
    expect "$1" incoming
    said=${said%% *}
}
