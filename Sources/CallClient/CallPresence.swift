// SPDX-License-Identifier: MIT

/// What anybody may know of a user's calls: that there are some.
package struct CallPresence: Hashable {
    /// A call is going on: from dialing or the answer, also on hold, until it has ended.
    package var isInCall = false
    /// Somebody calls, and the user has not answered; also where the sound was silenced.
    package var isRinging = false

    package init() {}

    /// As the service says it.
    package init(_ registry: Registry, _ audio: AudioRecord) {
        isInCall = registry.calls.values.contains { !$0.isUnanswered && $0.state != CallRecord.ended }
        isRinging = !["", "none"].contains(audio.alert)
    }
}
