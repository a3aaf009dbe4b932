// SPDX-License-Identifier: MIT

package import CallInterface

/// What the surfaces of the desktop may show of calls, and do with them: notifications, the agent's interfaces on the
/// session bus, headsets and media keys. A person in front of a locked screen may be another one than the user.
package struct SurfaceRules: Hashable, Sendable {
    /// The screen is locked.
    package let isLocked: Bool
    /// Whether a surface names the other side.
    package let showsParties: Bool
    /// Whether a surface picks up.
    package let answers: Bool

    package init(isLocked: Bool, showsParties: Bool, answers: Bool) {
        (self.isLocked, self.showsParties, self.answers) = (isLocked, showsParties, answers)
    }

    /// Whether a surface has this button.
    package func allows(_ button: CallButton) -> Bool {
        switch button {
        case .answer, .holdAndAnswer, .endAndAnswer: answers
        case .decline, .silence, .end, .mute, .unmute: true
        case .hold, .resume, .swap: !isLocked
        }
    }

    /// Whether a surface has more than the buttons of a call: tones, routes, new calls, and blocking a caller.
    package var allowsMore: Bool { !isLocked }
}
