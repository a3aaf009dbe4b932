# SPDX-License-Identifier: MIT
# For the scripts that run real programs: a test that fails runs again alone, twice, only to learn what it is.
# docs/TESTING.md lists the tests that are known to be unstable, with their causes.
# shellcheck shell=bash

unstable_limit=3
testing_page=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../docs/TESTING.md")

# The rows of the list: "TEST<tab>CAUSE".
unstable_rows() {
    sed -n '/^| unstable test | cause |$/,/^$/p' "$testing_page" | sed 1,2d |
        sed -nE 's/^\| *([^|]*[^| ]) *\|( *([^|]*[^| ]))? *\|$/\1\t\3/p'
}

# Fails if the list is too long, or a row has no cause.
check_unstable_rows() {
    local test cause count=0
    grep -qx '| unstable test | cause |' "$testing_page" || { echo "docs/TESTING.md has no table of unstable tests" >&2; return 1; }
    while IFS=$'\t' read -r test cause; do
        count=$((count + 1))
        [[ -n $cause ]] || { echo "docs/TESTING.md names no cause of the unstable test $test" >&2; return 1; }
    done < <(unstable_rows)
    ((count <= unstable_limit)) ||
        { echo "docs/TESTING.md lists $count unstable tests, more than $unstable_limit; mend one" >&2; return 1; }
}

is_known_unstable() { unstable_rows | cut -f 1 | grep -qxF -- "$1"; } # is_known_unstable NAME

# Runs COMMAND twice. Appends "unstable NAME" or "failed NAME" to the file RESULT.
learn() { # learn RESULT NAME COMMAND...
    local result=$1 name=$2 passed=0 verdict
    shift 2
    echo "again, alone: $name"
    # Not from the list of tests that the caller reads.
    if "$@" </dev/null; then passed=1; fi
    if "$@" </dev/null; then passed=$((passed + 1)); fi
    case $passed in
        2) verdict="unstable $name" ;;
        1) verdict="failed $name (also once of twice alone)" ;;
        *) verdict="failed $name (also twice alone)" ;;
    esac
    echo "$verdict" >>"$result"
}

# What a reader sees last: the tests that failed, then those that are unstable. Fails if one of them fails the run.
print_verdicts() { # print_verdicts RESULT
    local line failed=0
    [[ -s $1 ]] || return 0
    grep '^failed ' "$1" && failed=1
    while read -r line; do
        if is_known_unstable "${line#unstable }"; then
            echo "$line (docs/TESTING.md has the cause)"
        else
            echo "$line: mend the cause, or name it in docs/TESTING.md"
            failed=1
        fi
    done < <(grep '^unstable ' "$1")
    return "$failed"
}
