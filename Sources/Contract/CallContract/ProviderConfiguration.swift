// SPDX-License-Identifier: MIT

/// The names and abilities of a provider, as it reports them.
public struct ProviderConfiguration: Hashable, Sendable {
    /// The name for people; empty = the identifier.
    public var localizedName = ""
    /// The most groups at once; a single call is a group.
    public var maximumCallGroups = 2
    /// The most calls in one group.
    public var maximumCallsPerCallGroup = 5
    /// The kinds of handle that it can call; empty = all, but then it must be named unless it is the only provider.
    public var supportedHandleTypes: [Handle.Kind] = []
    /// Whether it can start video calls.
    public var supportsVideo = false
    /// Whether its calls belong in the list of recent calls.
    public var includesCallsInRecents = true
    /// Whether it holds and resumes its calls by itself and reports that; nil = unchanged if it has calls, else false.
    public var holdsImplicitly: Bool?
    /// The numbers that reach an emergency service over it, as people dial them. Only a cellular provider may have
    /// some.
    public var emergencyNumbers: [String] = []
    /// The id of the desktop file that starts it, without `.desktop`; empty = none.
    public var desktopEntry = ""
    /// The name of a themed icon; empty = none, or a file.
    public var icon = ""
    /// The name of a themed sound; empty = none, or a file.
    public var ringtone = ""

    /// The defaults of CXProviderConfiguration.
    public init() {}
}

/// The number of a provider in its domain; the last part of its object path.
public typealias ProviderID = Int

/// The kind of calls that a provider makes. An app cannot choose its class: the administrator's policy assigns it.
public enum ProviderClass: String, Hashable, Sendable, CaseIterable {
    /// Calls over the internet.
    case voip
    /// Calls over the telephone network. A VoIP call never ends one.
    case cellular

    /// Whether calls of such a provider use the desktop's microphone and are in no process: those of a modem, and those
    /// of a phone or modem that the user's own programs drive.
    public func worksAsModem(holdsImplicitly: Bool) -> Bool { self == .cellular || holdsImplicitly }
}
