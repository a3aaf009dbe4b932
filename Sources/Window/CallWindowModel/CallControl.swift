// SPDX-License-Identifier: MIT

package import CallClient
import CallInterface
import ConfigurationText
package import SDBus

/// A control of the call that the user sees, in the order of the window.
package enum CallControl: String, CaseIterable, Sendable {
    case mute, keypad, route, hold, swap, add, merge
}

/// A control as the window shows it. A control that is not possible stays in its place and says why.
package struct ControlState: Hashable, Sendable {
    package let control: CallControl
    /// What a press does now.
    package let action: String
    /// What is below the button: what a press does, the request on its way, or the device in use.
    package let label: String
    /// For screen readers. They say beside it whether it is on, so a name that changes would say the opposite.
    package let name: String
    /// A name of the icon theme.
    package let icon: String
    /// It is on: the call is muted, on hold.
    package let isOn: Bool
    /// Why it is not possible now; empty if it is.
    package private(set) var obstacle: String
    /// The app has been asked for it, and has not done it yet.
    package let isPending: Bool
    /// It has a place in the window. With one call there is nothing to swap and to merge.
    package let isShown: Bool

    package var isPossible: Bool { obstacle.isEmpty }

    /// Turns it off for that reason.
    mutating func turnOff(_ reason: String) { obstacle = reason }

    /// `name` is the label of a control that is off. `labelWhenOn` is nil if its label never changes. `pending` is the
    /// label of a request on its way, nil = there is none; `value` is a label that says what is in use.
    init(
        _ control: CallControl, _ name: String, icon: String, isOn: Bool = false, labelWhenOn: String? = nil,
        pending: String? = nil, value: String? = nil, isShown: Bool = true, _ obstacle: String
    ) {
        (self.control, self.name, self.icon) = (control, name, icon)
        (self.isOn, self.isShown, isPending) = (isOn, isShown, pending != nil)
        action = isOn ? labelWhenOn ?? name : name
        label = pending ?? value ?? action
        self.obstacle = isShown ? obstacle : Catalogue.text("Possible with a second call.")
    }
}

extension ControlState {
    /// The controls of a call, in order, with those that have no place in the window. With two calls, Swap takes the
    /// place of Hold.
    package static func controls(of call: CallRecord, in registry: Registry, _ audio: AudioRecord) -> [ControlState] {
        let isAlone = registry.others(than: call).isEmpty
        let pending = call.pendingAction.word
        return CallControl.allCases.compactMap { control -> ControlState? in
            switch control {
            case .mute:
                ControlState(
                    .mute, Catalogue.text("Mute"), icon: "microphone-disabled-symbolic", isOn: call.isMuted,
                    labelWhenOn: Catalogue.text("Unmute"),
                    pending: pending == .setMuted
                        ? call.isMuted ? Catalogue.text("Unmuting…") : Catalogue.text("Muting…") : nil,
                    call.muteObstacle)
            case .keypad:
                ControlState(.keypad, Catalogue.text("Keypad"), icon: "input-dialpad-symbolic", call.toneObstacle)
            case .route:
                ControlState(
                    .route, Catalogue.text("Audio"), icon: audio.icon, value: audio.device, audio.routeObstacle)
            case .hold where !isAlone: nil
            case .hold:
                ControlState(
                    .hold, Catalogue.text("Hold"), icon: "media-playback-pause-symbolic", isOn: call.state == .held,
                    labelWhenOn: Catalogue.text("Resume"),
                    pending: pending == .setHeld
                        ? call.state == .held ? Catalogue.text("Resuming…") : Catalogue.text("Holding…") : nil,
                    call.holdObstacle)
            case .swap:
                ControlState(
                    .swap, Catalogue.text("Swap"), icon: "object-flip-vertical-symbolic",
                    pending: pending == .setHeld ? Catalogue.text("Swapping…") : nil, isShown: !isAlone,
                    call.holdObstacle)
            case .add: ControlState(.add, Catalogue.text("Add Call"), icon: "list-add-symbolic", "")
            case .merge:
                ControlState(
                    .merge, Catalogue.text("Merge"), icon: "system-users-symbolic",
                    pending: pending == .setGroup ? Catalogue.text("Merging…") : nil, isShown: !isAlone,
                    call.mergeObstacle(in: registry))
            }
        }
    }
}

extension AudioRecord {
    private var routeInUse: Route? { routes.first { $0.name == route } }

    /// A name of the icon theme for the device in use.
    fileprivate var icon: String { routeInUse?.icon ?? "audio-speakers-symbolic" }

    /// The name of the device in use; nil if it is unknown.
    fileprivate var device: String? { routeInUse.map { $0.localizedName.isBlank ? $0.title : $0.localizedName.line } }

    /// Why the user cannot choose a device.
    fileprivate var routeObstacle: String {
        if !hasShell { return Catalogue.text("No program routes the sound. Start monkeycall-agent.") }
        return routes.isEmpty ? Catalogue.text("There is no other place for the sound.") : ""
    }
}

extension Registry {
    /// The calls of other groups that have connected.
    func others(than call: CallRecord) -> [CallRecord] {
        callsInOrder.filter { $0.group != call.group && $0.isConnected }
    }

    /// The call that can be merged with this one: of the same app, and of another group.
    func partner(of call: CallRecord) -> CallRecord? {
        others(than: call).last { $0.provider == call.provider && $0.allows(.setGroup) }
    }
}

extension CallControl {
    /// The actions to request, in this order; empty for a control that opens something.
    package func actions(on call: CallRecord, in registry: Registry) -> [[String: Variant]] {
        switch self {
        case .mute: (call.isMuted ? CallButton.unmute : .mute).actions(on: call.uuid, in: registry)
        case .hold: (call.state == .held ? CallButton.resume : .hold).actions(on: call.uuid, in: registry)
        case .swap: CallButton.swap.actions(on: call.uuid, in: registry)
        case .merge:
            registry.partner(of: call).flatMap { CallID($0.uuid) }
                .map { [ActionKind.setGroup(with: $0).wire(call: call.uuid)] } ?? []
        case .keypad, .route, .add: []
        }
    }
}

// Why an action that `AllowedActions` lacks is not possible, in a sentence. Each is empty for an action that is
// possible.

extension CallRecord {
    /// Why the call cannot be answered.
    var answerObstacle: String {
        obstacle(
            to: .answerCall, lacking: .supportsAnswering, Catalogue.text("Only the app itself can answer this call."))
    }

    /// Why the call cannot be declined or ended.
    var endObstacle: String {
        obstacle(to: .endCall, lacking: .supportsEnding, Catalogue.text("Only the app itself can end this call."))
    }

    /// Why the microphone cannot be turned off or on.
    var muteObstacle: String {
        obstacle(to: .setMuted, lacking: .supportsMuting, Catalogue.text("The app cannot mute this call."))
    }

    /// Why the call gets no tones.
    var toneObstacle: String {
        if state == .held { return Catalogue.text("A call on hold gets no tones.") }
        return obstacle(to: .playDTMF, lacking: .supportsDTMF, Catalogue.text("The app cannot send tones."))
    }

    /// Why the call can be neither held nor resumed.
    var holdObstacle: String {
        if !allows(.setHeld), flag(.emergency) { return Catalogue.text("An emergency call cannot be put on hold.") }
        return state == .held
            ? obstacle(
                to: .setHeld, lacking: .supportsResuming, Catalogue.text("Only the app itself can resume this call."))
            : obstacle(
                to: .setHeld, lacking: .supportsHolding, Catalogue.text("The app cannot put this call on hold."))
    }

    /// Why the call cannot be held for another one that is answered. Its app may have refused to.
    var makingRoomObstacle: String {
        flag(.holdRefused) ? Catalogue.text("The app cannot put this call on hold.") : holdObstacle
    }

    /// Why no other call can join it.
    func mergeObstacle(in registry: Registry) -> String {
        if flag(.emergency) { return Catalogue.text("An emergency call cannot be merged.") }
        if properties[.supportsGrouping]?.bool == false { return Catalogue.text("The app cannot merge calls.") }
        let hasPartner = registry.partner(of: self) != nil
        return groupObstacle.isEmpty && !hasPartner
            ? Catalogue.text("Only calls of the same app can be merged.") : groupObstacle
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
    private func obstacle(to action: ActionWord, lacking ability: Key, _ inability: String) -> String {
        if allows(action) { return "" }
        return properties[ability]?.bool == false ? inability : notYet
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
