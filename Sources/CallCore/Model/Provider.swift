// SPDX-License-Identifier: MIT

/// Numbers the providers of a domain; the last part of the object path.
public typealias ProviderID = Int

/// A connection to the bus, named by what the bus calls it (`:1.42`).
public struct Client: Hashable, Sendable {
    /// The unique name.
    public let name: String

    /// The connection with that unique name.
    public init(name: String) { self.name = name }
}

/// What kind of calls a provider makes. No app can claim a class: the administrator's policy names who has which.
public enum ProviderClass: String, Hashable, Sendable, CaseIterable {
    /// Calls over the internet.
    case voip
    /// Calls of the telephone network, which VoIP never ends.
    case cellular
}

/// Something that makes calls: an app's registration, alive as long as its connection.
public struct Provider: Hashable, Sendable {
    /// The number in its object path.
    public let id: ProviderID
    /// The name it registered with; unique in its domain.
    public let identifier: String
    /// The connection that registered it, and that alone may report and fulfil.
    public let client: Client
    /// The sandboxed app it belongs to; nil when it runs outside a sandbox.
    public let app: String?
    /// What kind of calls it makes.
    public let providerClass: ProviderClass
    /// What it says of itself.
    public internal(set) var configuration: ProviderConfiguration

    /// Its calls in order of appearance, so that the same events have the same effects in the same order.
    var calls: [CallID] = []
    /// True from a hold that timed out until it completes an action: its calls count as unholdable, so that the next
    /// request ends them and nobody is trapped.
    var isUnresponsive = false
}

extension Provider {
    /// Whether a provider can have that name, but for its length: people type and read it, also where nothing is escaped.
    public static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// What a provider says of itself.
public struct ProviderConfiguration: Hashable, Sendable {
    /// The name that people see; the identifier when it is empty.
    public var localizedName = ""
    /// The most groups at once; a call alone is a group.
    public var maximumCallGroups = 2
    /// The most calls in one group.
    public var maximumCallsPerCallGroup = 5
    /// The kinds of handle it can call; none = it is never chosen by itself.
    public var supportedHandleTypes: [Handle.Kind] = []
    /// Whether it can show pictures.
    public var supportsVideo = false
    /// Whether its calls go into the history.
    public var includesCallsInRecents = true
    /// Whether it holds by itself and only reports it; nil = as before while there are calls, or else false.
    public var holdsImplicitly: Bool?
    /// The desktop file that starts it; empty = none.
    public var desktopEntry = ""
    /// A themed icon's name; empty = none, or a file.
    public var icon = ""
    /// A themed sound's name; empty = none, or a file.
    public var ringtone = ""

    /// The defaults of CXProviderConfiguration.
    public init() {}
}
