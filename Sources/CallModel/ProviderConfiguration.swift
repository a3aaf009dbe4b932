// SPDX-License-Identifier: MIT

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

/// Numbers the providers of a domain; the last part of the object path.
public typealias ProviderID = Int

/// What kind of calls a provider makes. No app can claim a class: the administrator's policy names who has which.
public enum ProviderClass: String, Hashable, Sendable, CaseIterable {
    /// Calls over the internet.
    case voip
    /// Calls of the telephone network, which VoIP never ends.
    case cellular
}
