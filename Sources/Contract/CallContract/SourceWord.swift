// SPDX-License-Identifier: MIT

/// The state of a source of the bridge.
public enum SourceWord: String, Hashable, Sendable, CaseIterable {
    /// The user has turned it off.
    case off
    /// Its program does not run, or is not used.
    case absent
    /// Its program runs, and its calls are in the registry.
    case present
}
