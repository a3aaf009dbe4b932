// SPDX-License-Identifier: MIT

/// Whether the lists of a source are used.
public enum SourceStatus: String, Hashable, Sendable, CaseIterable {
    /// The user has not enabled the source.
    case disabled
    /// The user has enabled the source.
    case enabled
}
