# SPDX-License-Identifier: MIT
# What scripts/check-links and scripts/install-documents share: the relative links of a page in Markdown.
# shellcheck shell=bash

# Calls `link TEXT TARGET` for each relative link of the page, which sets REPLY to what takes its place, and writes the page to
# standard output. Code is no text. The last link of a line comes first.
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
            # Neither another site, nor a place on the same page, nor a page of the library's documentation.
            [[ $target =~ ^([a-z]+:|#) ]] || link "$text" "$target"
            line=$before rest=$REPLY$after$rest
        done
        printf '%s\n' "$line$rest"
    done <"$1"
}
