// SPDX-License-Identifier: MIT

/// The facts about a call that its provider reports; nil = unchanged.
public struct CallUpdate: Hashable, Sendable {
    /// The remote party; `.some(nil)` = anonymous.
    public var remoteHandle: Handle??
    /// The name of the remote party, to show to people.
    public var localizedCallerName: String?
    /// The identifier of the contact; empty = none.
    public var contactIdentifier: String?
    /// Whether it is a video call.
    public var hasVideo: Bool?
    /// Whether the other side holds the call.
    public var remoteOnHold: Bool?
    /// Whether the sound is encrypted on its whole way, as far as the provider knows.
    public var encrypted: Bool?
    /// The name of the call in its protocol, such as a SIP Call-ID; empty = none.
    public var externalID: String?
    /// The user's own address in the call; `.some(nil)` = none.
    public var localMember: CallMember??
    /// The others that belong to the call.
    public var members: [CallMember]?
    /// Those of them that take part now.
    public var activeMembers: [CallMember]?
    /// Whether the microphone is muted.
    public var muted: Bool?
    /// The group that it belongs to now; `.some(nil)` = none, it is alone.
    public var group: GroupID??
    /// Whether the provider can hold and resume it.
    public var supportsHolding: Bool?
    /// Whether it can join a group.
    public var supportsGrouping: Bool?
    /// Whether it can leave its group.
    public var supportsUngrouping: Bool?
    /// Whether the provider can play tones in it.
    public var supportsDTMF: Bool?
    /// Whether the provider can answer it, unless the user does so in its app.
    public var supportsAnswering: Bool?
    /// Whether the provider can end or decline it.
    public var supportsEnding: Bool?
    /// Whether the provider can mute it.
    public var supportsMuting: Bool?
    /// The process whose streams at the sound server belong to it; 0 = those of its provider.
    public var streamProcess: UInt32?
    /// Whether it is an emergency call. Only a cellular provider may report true.
    public var emergency: Bool?
    /// Whether it belongs in the list of recent calls. Without a report its provider's configuration decides.
    public var includesInRecents: Bool?
    /// Whether it is on hold. Only a provider with `holdsImplicitly` may report this.
    public var onHold: Bool?

    /// An update that changes nothing.
    public init() {}
}
