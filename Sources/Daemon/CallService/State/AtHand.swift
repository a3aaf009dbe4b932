// SPDX-License-Identifier: MIT

/// What the service handles at present, as one word that it stores without a system call. The next service learns from
/// it what may have ended this one.
enum AtHand: Hashable {
    /// Nothing: a kill comes from outside.
    case nothing
    /// The state as a whole: its index, and what belongs to no user.
    case file
    /// The records of a user, or an event of that user.
    case user(UInt32)

    private static let (fileWord, userWord) = (UInt64(1) << 32, UInt64(2) << 32)

    init(_ word: UInt64) {
        switch word & ~UInt64(UInt32.max) {
        case Self.fileWord: self = .file
        case Self.userWord: self = .user(UInt32(truncatingIfNeeded: word))
        default: self = .nothing
        }
    }

    var word: UInt64 {
        switch self {
        case .nothing: 0
        case .file: Self.fileWord
        case .user(let uid): Self.userWord | UInt64(uid)
        }
    }
}
