// SPDX-License-Identifier: MIT

/// The limits on vCard files. A file may come from the network, and its reader shares the thread that screens calls.
package struct VCardLimits: Sendable {
    /// In bytes.
    package var file = 64 << 20
    /// In bytes, after unfolding. The line of a picture of the largest size fits.
    package var line = 3 << 20
    package var cards = 50_000
    /// The handles of a card.
    package var handles = 100
    /// In bytes, for an encoded value other than a picture.
    package var text = 32_768
    /// In bytes, for a handle or a UID.
    package var value = 1_024
    /// In Unicode scalars, for a name; a longer name is cut.
    package var name = 256
    /// The faults that are reported of a file.
    package var faults = 100
    package var picture = PictureLimits()

    package init() {}
}
