// SPDX-License-Identifier: MIT

/// Calls that ended because their provider was lost. The call itself may go on: then the provider registers again, and
/// reports it under the same id.
extension Domain {
    /// The ended call of this id, if this provider is the lost one that is back: it has the same identifier and app.
    /// Whether the same account registered it, the registration has checked.
    func lostCall(_ id: CallID, of provider: Provider) -> Call? {
        guard let ended = stories.endedCall(id), ended.call.reason == .providerLost,
            // The loss of another provider also ends calls, and then names a call of it.
            ended.call.reasonCall == nil,
            // An id may be used again before the last call with it is forgotten.
            calls[id] == nil, screenings[id] == nil,
            ended.story.provider == provider.identifier, ended.story.app == provider.app
        else { return nil }
        return ended.call
    }

    /// The call goes on, so it is not among the ended ones any more. The directory, which may have taken the end,
    /// replaces it by the later one.
    mutating func withdrawEnd(of id: CallID) { stories.forgetEnded(id) }

    /// A call that rang when its provider was lost rings again, so it did not end then.
    mutating func withdrawLoss(of id: CallID, _ provider: Provider) {
        if let lost = lostCall(id, of: provider), !lost.hasConnected { withdrawEnd(of: id) }
    }
}
