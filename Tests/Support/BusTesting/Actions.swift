// SPDX-License-Identifier: MIT

/// The actions of a transaction.
extension [String: DBusValue] {
    package static func answer(_ call: String) -> Self { action("answer-call", call) }
    package static func end(_ call: String) -> Self { action("end-call", call) }
    package static func hold(_ call: String) -> Self { action("set-held", call, ["OnHold": true]) }
    package static func resume(_ call: String) -> Self { action("set-held", call, ["OnHold": false]) }
    package static func mute(_ call: String) -> Self { action("set-muted", call, ["Muted": true]) }
    package static func unmute(_ call: String) -> Self { action("set-muted", call, ["Muted": false]) }
    package static func tones(_ digits: String, _ call: String) -> Self {
        action("play-dtmf", call, ["Digits": .string(digits)])
    }
    package static func join(_ call: String, _ other: String) -> Self {
        action("set-group", call, ["GroupWith": UUIDs.value(other)])
    }

    package static func start(
        _ call: String, at provider: String, _ handle: DBusValue = .tuple("phone-number", "+4930123456")
    ) -> Self {
        action("start-call", call, ["Provider": .string(provider), "Handle": handle])
    }

    private static func action(_ word: String, _ call: String, _ more: Self = [:]) -> Self {
        more.merging(["Action": .string(word), "Call": UUIDs.value(call)]) { $1 }
    }
}
