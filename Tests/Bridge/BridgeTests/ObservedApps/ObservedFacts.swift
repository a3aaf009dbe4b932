// SPDX-License-Identifier: MIT

import BusTesting

/// What a listed call of an app must be like.
struct ObservedFacts: Equatable {
    var state: String
    var isMuted = false

    init(_ state: String, isMuted: Bool = false) { (self.state, self.isMuted) = (state, isMuted) }

    init(_ call: [String: DBusValue]) { self.init(call["State"]?.string ?? "", isMuted: call["Muted"] == true) }

    static let held = ObservedFacts("held")
    static let active = ObservedFacts("active")
}
