// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import ConfigurationText
import SDBus

// Why an action that `AllowedActions` lacks is not possible, in a sentence. Each is empty for an action that is
// possible.

extension CallRecord {
    /// Why the call cannot be answered.
    var answerObstacle: String {
        obstacle(to: .answerCall, lacking: .supportsAnswering) {
            Catalogue.text("Only the app itself can answer this call.")
        }
    }

    /// Why the call cannot be declined or ended.
    var endObstacle: String {
        obstacle(to: .endCall, lacking: .supportsEnding) { Catalogue.text("Only the app itself can end this call.") }
    }

    /// Why the microphone cannot be turned off or on.
    var muteObstacle: String {
        obstacle(to: .setMuted, lacking: .supportsMuting) { Catalogue.text("The app cannot mute this call.") }
    }

    /// Why the call gets no tones.
    var toneObstacle: String {
        if state == .held { return Catalogue.text("A call on hold gets no tones.") }
        return obstacle(to: .playDTMF, lacking: .supportsDTMF) { Catalogue.text("The app cannot send tones.") }
    }

    /// Why the call can be neither held nor resumed.
    var holdObstacle: String {
        if !allows(.setHeld), flag(.emergency) { return Catalogue.text("An emergency call cannot be put on hold.") }
        return obstacle(to: .setHeld, lacking: .supportsHolding) {
            Catalogue.text("The app cannot put this call on hold.")
        }
    }

    /// Why the call cannot be held for another one that is answered. Its app may have refused to.
    var makingRoomObstacle: String {
        flag(.holdRefused) ? Catalogue.text("The app cannot put this call on hold.") : holdObstacle
    }

    /// Why no other call can join it.
    var mergeObstacle: String {
        if flag(.emergency) { return Catalogue.text("An emergency call cannot be merged.") }
        if properties[.supportsGrouping]?.bool == false { return Catalogue.text("The app cannot merge calls.") }
        return groupObstacle
    }

    /// Why it cannot leave its conference.
    var leaveObstacle: String {
        if properties[.supportsUngrouping]?.bool == false {
            return Catalogue.text("The app cannot take a call out of a conference.")
        }
        return groupObstacle
    }

    private var groupObstacle: String {
        if flag(.observed) { return Catalogue.text("Only the app itself controls this call.") }
        return allows(.setGroup) ? "" : notYet
    }

    /// `inability` is the sentence for a call without that ability.
    private func obstacle(to action: ActionWord, lacking ability: Key, _ inability: () -> String) -> String {
        if allows(action) { return "" }
        return properties[ability]?.bool == false ? inability() : notYet
    }

    /// Why an action is not possible that is possible at another time.
    private var notYet: String {
        if state == .ending { return Catalogue.text("The call is ending.") }
        guard isConnected else { return Catalogue.text("Possible when the call has connected.") }
        return pendingAction.isEmpty
            ? Catalogue.text("The app does not offer this now.")
            : Catalogue.text("The app has not done the last action yet.")
    }
}
