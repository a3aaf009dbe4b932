// SPDX-License-Identifier: MIT

/// Why the lists of a source were not loaded: the codes of CallKit's `CXErrorCodeCallDirectoryManagerError`. The raw
/// value is the end of the D-Bus name.
public enum ListErrorCode: String, Hashable, Sendable, CaseIterable {
    /// Anything that the other codes do not name: a number out of range, a bad label or file, a full disk.
    case unknown = "CallDirectory.Unknown"
    /// No source has this name.
    case noExtensionFound = "CallDirectory.NoExtensionFound"
    /// The load ended before it was committed.
    case loadingInterrupted = "CallDirectory.LoadingInterrupted"
    /// A number is smaller than the number before it.
    case entriesOutOfOrder = "CallDirectory.EntriesOutOfOrder"
    /// A number was added twice in a row.
    case duplicateEntries = "CallDirectory.DuplicateEntries"
    /// A source has too many entries.
    case maximumEntriesExceeded = "CallDirectory.MaximumEntriesExceeded"
    /// The user has not enabled the source.
    case extensionDisabled = "CallDirectory.ExtensionDisabled"
    /// Another load of the source is not finished.
    case currentlyLoading = "CallDirectory.CurrentlyLoading"
    /// An entry was removed in a load that is not incremental.
    case unexpectedIncrementalRemoval = "CallDirectory.UnexpectedIncrementalRemoval"
}
