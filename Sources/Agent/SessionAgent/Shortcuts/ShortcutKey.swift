// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import ConfigurationText

/// A key of the desktop that acts on calls while any program has the keyboard. Its raw value is its id at the portal,
/// by which desktops remember the user's choice of a key.
enum ShortcutKey: String, CaseIterable {
    case answer
    case hangUp = "hang-up"
    case mute
    case pushToTalk = "push-to-talk"

    /// What the desktop shows the user.
    var words: String {
        switch self {
        case .answer: Catalogue.text("Answer the call that rings")
        case .hangUp: Catalogue.text("End the call, or decline the one that rings")
        case .mute: Catalogue.text("Mute or unmute the call")
        case .pushToTalk: Catalogue.text("Talk in a muted call while the key is held down")
        }
    }
}

/// What the keys of the user do to calls. It remembers only what the key that is held down has to undo.
struct ShortcutKeys: Hashable {
    enum Event: Hashable {
        case pressed(ShortcutKey)
        case released(ShortcutKey)
        /// The desktop reports no more keys, so none will be released.
        case lost
    }

    /// The calls that the key for talking has unmuted.
    private var opened: Set<String> = []

    /// The requests for an event. A locked screen allows no more than its notifications do.
    mutating func handle(_ event: Event, in state: DesktopState) -> [CallPress.Effect] {
        let effects: [CallPress.Effect] =
            switch event {
            case .pressed(.answer): CallPress.answer.effects(on: state.pressable)
            case .pressed(.hangUp): CallPress.hangUp.effects(on: state.pressable)
            case .pressed(.mute): CallPress.mute.effects(on: state.pressable)
            case .pressed(.pushToTalk): open(state)
            case .released(.pushToTalk), .lost: close(state)
            case .released(.answer), .released(.hangUp), .released(.mute): []
            }
        return effects.filter { state.rules.allows($0.button) }
    }

    /// A desktop repeats a key that is held down, and then nothing is muted any more.
    private mutating func open(_ state: DesktopState) -> [CallPress.Effect] {
        let muted = state.talking.filter { $0.isMuted && $0.allows(.setMuted) }.map(\.uuid)
        opened.formUnion(muted)
        return muted.map { CallPress.Effect(button: .unmute, call: $0) }
    }

    /// Mutes only what the key has unmuted, also if the state does not show that yet: the service keeps the order.
    private mutating func close(_ state: DesktopState) -> [CallPress.Effect] {
        let calls = state.calls.filter { opened.contains($0.uuid) && $0.allows(.setMuted) }
        opened = []
        return calls.map { CallPress.Effect(button: .mute, call: $0.uuid) }
    }
}
