// SPDX-License-Identifier: MIT

/// Whether the session is active, and whether another app's call interrupts it.
///
/// Another app's call interrupts a session that the app activated. If the app's own call activated the session, the
/// other call interrupts it only if the own call was held for it: a hold by the user is not an interruption.
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
    /// A call of the app has lost the audio.
    private var hasLostCall = false
    /// A call was held so that another one gets the audio.
    private var roomWasMade = false
    /// The service is gone, so it is unknown whether a call has the audio.
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
        // An invalidated provider gets no signal.
        if old == .own, new != .own { callDidDeactivate() }
        guard old.isOther != new.isOther, !isLost || new != .nobody else { return [] }
        isLost = false
        return new.isOther ? begin() : end(isFree: new == .nobody)
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

    private mutating func end(isFree: Bool) -> [News] {
        let end: [News] = isInterrupted ? [.ended(mayResume: mayResume && isFree)] : []
        let others: [News] = isInterrupted || isActive ? [.othersEnded] : []
        isInterrupted = false
        return end + others
    }
}
