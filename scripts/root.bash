# SPDX-License-Identifier: MIT
# For scripts/test-on-bare-machine and scripts/test-on-debian: root folders with another Debian, which use the
# toolchain and the network configuration of this machine.
# shellcheck shell=bash

# Prints the folder of the toolchain. One below / cannot be mounted without the rest of this machine.
toolchain() {
    local folder
    folder=$(swift -print-target-info | sed -nE 's|.*"runtimeResourcePath" *: *"(.*)/usr/lib/swift".*|\1|p')
    [[ $folder == /?* ]] || fail "swift is not found in a folder of its own, such as /opt/swift; install it there, and put it into PATH"
    echo "$folder"
}

path_with() { echo "$1/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"; } # path_with TOOLCHAIN

# Runs the same script in a mount namespace and a process namespace of its own: nothing stays mounted, and no process is
# left.
apart() { unshare --mount --pid --fork --kill-child --propagation private "$0" "$@"; } # apart ARGUMENT...

# Call it first in what `apart` runs. Without the namespaces, whatever follows would replace the root folder of this
# machine, and with it that of every running program.
must_be_apart() { (($$ == 1)) || fail "this part of the script runs only in namespaces of its own"; }

require_roots() {
    ((EUID == 0)) || fail "this needs root; run it with sudo"
    type -P mmdebstrap >/dev/null || fail "mmdebstrap is missing; install it"
}

# make_base SUITE FOLDER: the base of the distribution, sudo, and the packages that the installation of Swift needs.
make_base() {
    local suite=$1 folder=$2 dates
    # https://www.swift.org/install/linux/ names these for Debian 12. The last ones come with every developer's machine:
    # passwd has useradd, systemd has busctl. The terminal of scripts/walk is tmux.
    local needs=binutils,libc6-dev,libcurl4,libedit2,libncurses6,libsqlite3-0,libxml2,zlib1g-dev,tzdata,ca-certificates,git,make,sudo,passwd,mount,systemd,tmux
    case $suite in
        bookworm) needs+=,libgcc-12-dev,libstdc++-12-dev,libpython3.11 ;;
        # Only the debugger of Swift needs Python 3.11, which later releases do not have.
        *) needs+=,libgcc-14-dev,libstdc++-14-dev ;;
    esac
    # A mirror that stands still has lists that are too old.
    dates=$(apt-config dump --format '%f "%v";%n' Acquire::Check-Valid-Until)
    mmdebstrap --quiet --variant=apt --aptopt="$dates" --include="$needs" "$suite" "$folder" ||
        fail "mmdebstrap cannot make the root of $suite"
}

# Copies the network configuration and the certificate authorities of this machine, and mounts the folders that git's
# configuration uses instead of web addresses: they are necessary to get packages of Debian, Python and Swift.
take_network_configuration() { # take_network_configuration SUITE ROOT
    local suite=$1 root=$2 file folder
    local -a sources=()
    # The sources of this machine name its own release.
    if grep -qx "VERSION_CODENAME=$suite" /etc/os-release; then
        rm -f "$root/etc/apt/sources.list"
        sources=(/etc/apt/sources.list /etc/apt/sources.list.d/debian*)
    fi
    for file in "${sources[@]}" /etc/apt/apt.conf.d/* /etc/gitconfig /etc/gitignore \
        /etc/pip.conf /etc/ssl/certs/ca-certificates.crt /usr/local/share/ca-certificates/* /etc/resolv.conf /etc/hosts; do
        # Packages bring their own files.
        [[ ! -f $file ]] || dpkg-query --search "$file" >/dev/null 2>&1 || cp --parents "$file" "$root"
    done
    # git refuses a repository of another account.
    git config --file "$root/etc/gitconfig" --add safe.directory '*'
    while read -r folder; do
        [[ ! -d $folder ]] || bind "$folder" "$root"
    done < <(git config --system --get-regexp '^url\..*\.insteadof$' | sed -nE 's|^url\.(/[^ ]*)/\.insteadof .*|\1|p' | sort -u)
}

bind() { # bind FOLDER ROOT: mounts it at the same path
    must_be_apart
    mkdir -p "$2$1"
    mount --rbind "$1" "$2$1"
}

# Mounts FOLDER/root: BASE with changes that are forgotten.
mount_forgetful() { # mount_forgetful BASE FOLDER
    must_be_apart
    mkdir -p "$2"/{root,changes}
    mount -t tmpfs none "$2/changes"
    mkdir "$2"/changes/{up,work}
    mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/changes/up,workdir=$2/changes/work" "$2/root"
}

# enter ROOT COMMAND...: ROOT is a mount point. Not by chroot, because the kernel makes no user namespace there, and
# programs with a sandbox need them.
enter() {
    local root=$1 folder
    shift
    must_be_apart
    for folder in dev sys; do mount --rbind "/$folder" "$root/$folder"; done
    mount -t proc proc "$root/proc"
    mkdir -p "$root/old"
    cd "$root" || exit
    pivot_root . old
    exec bash -c 'umount --lazy /old && rmdir /old && exec "$@"' - "$@"
}
