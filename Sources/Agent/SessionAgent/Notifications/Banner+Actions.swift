// SPDX-License-Identifier: MIT

import CallInterface

extension Banner.Button {
    /// The name of the button, with which its key begins.
    var rawValue: String {
        switch self {
        case .call(let button): button.rawValue
        case .callBack: "call-back"
        case .block: "block"
        case .placeCall: "place-call"
        case .cancel: "cancel"
        }
    }

    /// Whether the notification stays after a press, because it still has buttons.
    var goesOn: Bool {
        switch self {
        case .call(.silence), .call(.mute), .call(.unmute), .call(.hold), .call(.resume), .call(.swap), .block: true
        case .call, .callBack, .placeCall, .cancel: false
        }
    }

    /// A question about a link ends when the screen is locked, so it has its buttons in any case.
    func isAllowed(by rules: SurfaceRules) -> Bool {
        switch self {
        case .call(let button): rules.allows(button)
        case .callBack, .block, .placeCall, .cancel: rules.allowsMore
        }
    }
}
