// SPDX-License-Identifier: MIT

import CallInterface
import SDBus

/// Where call audio can go: one of `Routes` in the service's audio interface.
package struct AudioRoute: Hashable {
    /// From the one that is chosen last when several are there to begin with.
    package enum Kind: String, CaseIterable {
        case other, speaker, earpiece, headphones, headset, car, bluetooth
        case hearingAid = "hearing-aid"

        /// The better, the higher.
        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// Stays the same for the same place, over profiles, calls and logins.
    package var name: String
    /// For people.
    package var localizedName: String
    package var kind: Kind
    /// Whether it can be chosen now.
    package var isAvailable: Bool
    /// Whether calls go there by themselves: it is worn or held to the ear, and it is known for sure that it is there.
    package var isPersonal: Bool

    var wire: [String: Variant] {
        [
            Key.name: .string(name), Key.localizedName: .string(localizedName), Key.kind: .string(kind.rawValue),
            Key.available: .bool(isAvailable),
        ]
    }
}
