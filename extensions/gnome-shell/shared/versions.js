// SPDX-License-Identifier: MIT
// The versions of GNOME Shell that the extension was tried with.

/**
 * The sentence for the journal about a version of GNOME Shell that the extension was not tried with; null if it was.
 * The extension runs there too, because most versions break nothing.
 */
export function untriedNote(version, tried) {
    const [number] = version.split('.');
    if (tried.includes(number))
        return null;
    return `MonkeyCall: the extension was tried with GNOME Shell ${tried.join(', ')}, not with ${number}; if it shows ` +
        'no calls, disable it and report this.';
}
