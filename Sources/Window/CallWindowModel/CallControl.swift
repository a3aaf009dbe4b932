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
    package let label: String
    /// For screen readers. They say beside it whether it is on, so a name that changes would say the opposite.
    package let name: String
    /// A name of the icon theme.
    package let icon: String
    /// It is on: the call is muted, on hold.
    package var isOn = false
    /// Why it is not possible now; empty if it is.
    package var obstacle = ""
    /// It has a place in the window. With one call there is nothing to swap and to merge.
    package var isShown = true

    package var isPossible: Bool { obstacle.isEmpty }

    /// `name` is the label of a control that is off; nil if its label never changes.
    init(control: CallControl, label: String, name: String? = nil, icon: String, isOn: Bool = false) {
        (self.control, self.label, self.name) = (control, label, name ?? label)
        (self.icon, self.isOn) = (icon, isOn)
    }
}

extension ControlState {
    /// The controls of a call, in order, with those that have no place in the window. With two calls, Swap takes the
    /// place of Hold.
    package static func controls(of call: CallRecord, in registry: Registry, _ audio: AudioRecord) -> [ControlState] {
        let isAlone = registry.others(than: call).isEmpty
        return CallControl.allCases.compactMap { control in
            switch control {
            case .mute: mute(call)
            case .keypad: keypad(call)
            case .route: route(audio)
            case .hold: isAlone ? hold(call) : nil
            case .swap: isAlone ? swap(call).hidden : swap(call)
            case .add: add(call)
            case .merge: isAlone ? merge(call, registry).hidden : merge(call, registry)
            }
        }
    }

    /// The same for a call that is the only one.
    private var hidden: ControlState {
        var state = self
        (state.isShown, state.obstacle) = (false, Catalogue.text("Possible with a second call."))
        return state
    }

    private static func mute(_ call: CallRecord) -> ControlState {
        var state = ControlState(
            control: .mute, label: call.isMuted ? Catalogue.text("Unmute") : Catalogue.text("Mute"),
            name: Catalogue.text("Mute"), icon: "microphone-disabled-symbolic", isOn: call.isMuted)
        state.obstacle = call.muteObstacle
        return state
    }

    private static func keypad(_ call: CallRecord) -> ControlState {
        var state = ControlState(control: .keypad, label: Catalogue.text("Keypad"), icon: "input-dialpad-symbolic")
        state.obstacle = call.toneObstacle
        return state
    }

    private static func route(_ audio: AudioRecord) -> ControlState {
        var state = ControlState(
            control: .route, label: Catalogue.text("Audio"),
            icon: audio.routes.first { $0.name == audio.route }.map(\.icon) ?? "audio-speakers-symbolic")
        if !audio.hasShell {
            state.obstacle = Catalogue.text("No program routes the sound. Start monkeycall-agent.")
        } else if audio.routes.isEmpty {
            state.obstacle = Catalogue.text("There is no other place for the sound.")
        }
        return state
    }

    private static func hold(_ call: CallRecord) -> ControlState {
        let isHeld = call.state == .held
        var state = ControlState(
            control: .hold, label: isHeld ? Catalogue.text("Resume") : Catalogue.text("Hold"),
            name: Catalogue.text("Hold"), icon: "media-playback-pause-symbolic", isOn: isHeld)
        state.obstacle = call.holdObstacle
        return state
    }

    private static func swap(_ call: CallRecord) -> ControlState {
        var state = ControlState(control: .swap, label: Catalogue.text("Swap"), icon: "object-flip-vertical-symbolic")
        state.obstacle = call.holdObstacle
        return state
    }

    private static func add(_ call: CallRecord) -> ControlState {
        ControlState(control: .add, label: Catalogue.text("Add Call"), icon: "list-add-symbolic")
    }

    private static func merge(_ call: CallRecord, _ registry: Registry) -> ControlState {
        var state = ControlState(control: .merge, label: Catalogue.text("Merge"), icon: "system-users-symbolic")
        state.obstacle = call.mergeObstacle
        if state.isPossible, registry.partner(of: call) == nil {
            state.obstacle = Catalogue.text("Only calls of the same app can be merged.")
        }
        return state
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
