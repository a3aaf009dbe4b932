// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// A route of call audio: one of `Routes` in the service's audio interface.
package struct AudioRoute: Hashable {
    /// In ascending order of preference, for the choice among several devices at the start.
    package enum Kind: String, CaseIterable {
        case other, speaker, earpiece, headphones, headset, car, bluetooth
        case hearingAid = "hearing-aid"

        /// A higher rank is preferred.
        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Stays the same for the same place, across profiles, calls and logins.
    package var name: String
    /// For people.
    package var localizedName: String
    package var kind: Kind
    /// Whether it can be chosen now.
    package var isAvailable: Bool
    /// Whether calls use it without a request: it is worn or held to the ear, and certainly connected.
    package var isPersonal: Bool

    var wire: [String: Variant] {
        [
            Key.name: .string(name), Key.localizedName: .string(localizedName), Key.kind: .string(kind.rawValue),
            Key.available: .bool(isAvailable),
        ]
    }
}
