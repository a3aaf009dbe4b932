// SPDX-License-Identifier: MIT

package import CallInterface

// What a wanted call consists of.

extension WantedCall {
    /// What the user wants.
    package struct Request: Hashable, Sendable {
        package let handle: WireHandle
        /// The app that the user chose, empty = the service chooses; nil = the directory proposes one.
        package private(set) var provider: String?
        /// The name by which the page, or the directory, knows the other side.
        package private(set) var name: String
        /// The number as people write it; empty if it is not known.
        package private(set) var formatted = ""
        package let isVideo: Bool
        /// Tones that the user may play when the call is connected.
        package let postDial: String
        /// An emergency number, or one that may be one: it waits for nothing.
        package let isUrgent: Bool
        /// The directory is asked for the line and the name first.
        package private(set) var isLookedUp: Bool

        package init(
            _ handle: WireHandle, provider: String? = nil, name: String = "", isVideo: Bool = false,
            postDial: String = "", isUrgent: Bool = false, isLookedUp: Bool = false
        ) {
            (self.handle, self.provider, self.name) = (handle, provider, name)
            (self.isVideo, self.postDial) = (isVideo, postDial)
            (self.isUrgent, self.isLookedUp) = (isUrgent, isLookedUp)
        }

        /// The same by another app, with what is known about the other side now.
        func by(_ provider: String, name: String, formatted: String) -> Request {
            var request = self
            (request.provider, request.isLookedUp) = (provider, false)
            (request.name, request.formatted) = (name, formatted)
            return request
        }
    }

    /// A request on its way.
    package struct Attempt: Hashable, Sendable {
        package let number: Int
        package let request: Request
        /// The app that is asked; empty until the service has said which one it chose.
        package internal(set) var provider: String
        /// The user's name for the other side, which the app gets.
        package internal(set) var name: String
        /// The number as people write it; empty if it is not known.
        package internal(set) var formatted: String
        package let began: UInt64
        /// The calls that were there before.
        let known: Set<String>

        /// What the window calls the other side; empty if only the number is known.
        package var title: String { name.isEmpty ? request.name : name }

        /// The number or address as the window shows it.
        package var address: String { formatted.isEmpty ? request.handle.value : formatted }

        /// The same request to another app.
        func request(by provider: String) -> Request {
            request.by(provider, name: title, formatted: formatted)
        }
    }

    /// An outgoing call of any app.
    package struct OutgoingCall: Hashable, Sendable {
        package let id: String
        package let provider: String
        package let handle: WireHandle

        package init(id: String, provider: String, handle: WireHandle) {
            (self.id, self.provider, self.handle) = (id, provider, handle)
        }

        /// How many digits at the end tell a number from the others of a person.
        private static let ending = 6

        /// Whether it goes to that handle, also if one of the two numbers has no country.
        func isTo(_ other: WireHandle) -> Bool {
            if handle == other { return true }
            guard handle.type == .phoneNumber, other.type == .phoneNumber else { return false }
            let (one, two) = (handle.value.filter(\.isNumber), other.value.filter(\.isNumber))
            return min(one.count, two.count) >= Self.ending && one.suffix(Self.ending) == two.suffix(Self.ending)
        }
    }
}
