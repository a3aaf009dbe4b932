// SPDX-License-Identifier: MIT
import CallInterface

/// Whether a user has calls: all that every program may know.
package struct CallPresence: Hashable {
    /// The user is in a call: from dialing or the answer until it has ended, also on hold.
    package var isInCall = false
    /// A call comes in and is not answered, also if its alert was silenced.
    package var isRinging = false

    package init() {}

    /// From the service's facts.
    package init(_ registry: Registry, _ audio: AudioRecord) {
        isInCall = registry.calls.values.contains { !$0.isUnanswered && $0.state != .ended }
        isRinging = !audio.alert.isEmpty && audio.alert != Alert.none
    }
}
