// SPDX-License-Identifier: MIT

/// The two lists of a source.
public enum ListKind: String, Hashable, Sendable, CaseIterable {
    /// The callers that do not ring.
    case blocked
    /// The callers that have a label.
    case identified
}
