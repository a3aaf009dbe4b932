// SPDX-License-Identifier: MIT

/// Whether the session is active, and what interrupts it.
///
/// A session that the app has activated is interrupted by another app's call. One that the app's own call had activated is
/// interrupted when that call was held so that another app's call gets the audio; what the user just holds is not.
struct Interruption: Sendable {
    enum News: Hashable, Sendable {
        case began
        case ended(mayResume: Bool)
        case othersBegan
        case othersEnded
    }

    private(set) var isActive = false
    private var isInterrupted = false
    private var mayResume = false
    /// The app's call had the audio until now.
    private var hasLostCall = false
    /// A call was held for another one.
    private var roomWasMade = false
    /// The service has gone: nobody has the audio because nobody knows of it.
    private var isLost = false

    mutating func activate(_ active: Bool) { isActive = active }

    mutating func callDidActivate() {
        isActive = true
        (hasLostCall, roomWasMade) = (false, false)
    }

    mutating func callDidDeactivate() {
        hasLostCall = hasLostCall || isActive
        isActive = false
    }

    mutating func callMadeRoom() { roomWasMade = true }

    mutating func serviceWasLost() { isLost = true }

    mutating func serviceKnows(_ owner: AudioState.Owner) -> [News] {
        isLost = false
        return ownerChanged(from: isInterrupted ? .other("") : .nobody, to: owner)
    }

    mutating func ownerChanged(from old: AudioState.Owner, to new: AudioState.Owner) -> [News] {
        // A provider that was invalidated is not told.
        if old == .own, new != .own { callDidDeactivate() }
        guard old.isOther != new.isOther, !isLost || new != .nobody else { return [] }
        isLost = false
        return new.isOther ? begin() : end(nobodyHasIt: new == .nobody)
    }

    private mutating func begin() -> [News] {
        let wasActive = isActive
        guard !isInterrupted else { return [] }
        guard wasActive || hasLostCall && roomWasMade else {
            hasLostCall = false
            return []
        }
        mayResume = wasActive
        (isActive, isInterrupted) = (false, true)
        return [.began, .othersBegan]
    }

    private mutating func end(nobodyHasIt: Bool) -> [News] {
        let end: [News] = isInterrupted ? [.ended(mayResume: mayResume && nobodyHasIt)] : []
        let others: [News] = isInterrupted || isActive ? [.othersEnded] : []
        isInterrupted = false
        return end + others
    }
}
