# SPDX-License-Identifier: MIT
# For scripts/check-links and scripts/install-files: finds the relative links of a Markdown page.
# shellcheck shell=bash

# Calls `link TEXT TARGET` for each relative link of the page, and writes the page to standard output. `link` may set
# REPLY to a replacement. Code blocks are skipped. In a line the last link comes first.
each_link() { # each_link PAGE
    local line rest code='' pattern='^(.*)(\[[^][]*\])\(([^() ]+)\)(.*)$'
    while IFS= read -r line || [[ -n $line ]]; do
        if [[ $line == '```'* ]]; then
            if [[ -n $code ]]; then code=; else code=1; fi
        fi
        rest=
        while [[ -z $code && $line =~ $pattern ]]; do
            local before=${BASH_REMATCH[1]} text=${BASH_REMATCH[2]} target=${BASH_REMATCH[3]} after=${BASH_REMATCH[4]}
            REPLY="$text($target)"
            # Not a link to another site or to a page of the library's documentation.
            [[ $target =~ ^[a-z]+: ]] || link "$text" "$target"
            line=$before rest=$REPLY$after$rest
        done
        printf '%s\n' "$line$rest"
    done <"$1"
}
