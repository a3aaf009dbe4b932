// SPDX-License-Identifier: MIT

/// What a modem is asked to do.
package enum ModemOperation: Hashable, Sendable {
    /// Answers the call that rings.
    case accept(SourceKey)
    /// Holds the active call, if there is one, and answers the one that waits.
    case holdAndAccept
    /// Holds the active calls and resumes the held ones.
    case swap
    /// Ends or refuses a call.
    case hangUp(SourceKey)
    case dial(String)
    /// Plays the tones in the active call.
    case playTones(SourceKey, String)
}
