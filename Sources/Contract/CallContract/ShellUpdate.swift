// SPDX-License-Identifier: MIT

/// A change of a shell's state; nil = unchanged.
public struct ShellUpdate: Hashable, Sendable {
    /// Whether do-not-disturb is on, so that the service refuses calls, or silences them.
    public var doNotDisturb: Bool?
    /// Whether do-not-disturb silences calls here and their callers hear ringing on, in place of a refusal.
    public var doNotDisturbSilences: Bool?
    /// What the service does with other calls while the user is in a call.
    public var whileInCall: WhileInCall?
    /// The callers that may ring despite do-not-disturb.
    public var allowed: Set<Handle>?
    /// The callers that may ring despite do-not-disturb, if the user knows them so.
    public var allowedRelations: Set<Relation>?
    /// Whether a refused caller may ring if it tries again within the time of the policy, by default three minutes.
    public var repeatCallers: Bool?
    /// Whether the calls that ring and that do-not-disturb would refuse now are silenced. Not part of the state.
    public var silenceRinging = false
    /// Whether a held call resumes although the other side ended the call it was held for.
    public var autoResume: Bool?
    /// Whether the shell mutes the streams of calls that their providers cannot mute.
    public var mutesStreams: Bool?
    /// The longest time that a call rings, in microseconds; 0 = no limit.
    public var ringTimeout: UInt64?
    /// The identifier of the provider that the user prefers for each kind of handle.
    public var defaultProviders: [Handle.Kind: String]?
    /// The possible routes of call audio.
    public var routes: [Route]?
    /// The name of the route in use; empty = unknown.
    public var route: String?

    /// An update that changes nothing.
    public init() {}
}

/// What the service does with an incoming call while the user is in another one.
public enum WhileInCall: String, Hashable, Sendable, CaseIterable {
    /// It rings as a soft tone.
    case soft
    /// It is shown without a sound.
    case silent
    /// It is refused as busy.
    case busy
}

/// A possible route of call audio, as the primary shell describes it.
public struct Route: Hashable, Sendable {
    /// The name for `SetRoute`. The same place keeps its name across profiles, calls and logins.
    public var name: String
    /// The name for people.
    public var localizedName: String
    /// The kind of device. A word that this program does not know is kept.
    public var kind: Received<RouteKind>
    /// Whether a client can choose it now.
    public var isAvailable: Bool

    /// A route of that kind.
    public init(name: String, localizedName: String, kind: Received<RouteKind>, isAvailable: Bool) {
        self.name = name
        self.localizedName = localizedName
        self.kind = kind
        self.isAvailable = isAvailable
    }
}

/// The kind of device of a route. If several are available at its start, the agent prefers the last in this order.
public enum RouteKind: String, Hashable, Sendable, CaseIterable {
    case other, speaker, earpiece, headphones, headset, car, bluetooth
    case hearingAid = "hearing-aid"
}

/// The sound that the primary shell should play now.
public enum Alert: String, Hashable, Sendable, CaseIterable {
    /// No call rings.
    case none
    /// Ring.
    case ring
    /// Play a soft tone, because a call has the audio.
    case callWaiting = "call-waiting"
    /// Show the incoming calls without a sound, because the user, or a setting of the user, silenced them.
    case silent
}

/// A button that a surface of the desktop has for a call, as `Buttons` of `org.monkeycall.Agent.Calls` names it.
public enum CallButton: String, Hashable, Sendable, CaseIterable {
    /// Pick up.
    case answer
    /// Put the active call on hold, and pick up.
    case holdAndAnswer = "hold-and-answer"
    /// End the active call, and pick up.
    case endAndAnswer = "end-and-answer"
    /// Refuse.
    case decline
    /// End the sound of the ringing.
    case silence
    /// Hang up.
    case end
    /// Mute the microphone.
    case mute
    /// Open the microphone.
    case unmute
    /// Put on hold.
    case hold
    /// Talk again.
    case resume
    /// Put the active call on hold, and talk in the other one.
    case swap

    /// Whether it picks up.
    public var answers: Bool {
        switch self {
        case .answer, .holdAndAnswer, .endAndAnswer: true
        case .decline, .silence, .end, .mute, .unmute, .hold, .resume, .swap: false
        }
    }
}

/// A source of a bridge, as its settings and `Source` of `ListSources` name it.
public enum SourceName: String, Hashable, Sendable, CaseIterable {
    case gnomeCalls = "gnome-calls"
    case pipeWireTelephony = "pipewire-telephony"
    case observedApps = "observed-apps"
    case browsers
    case bluetoothHeadsets = "bluetooth-headsets"
    case modemManager = "modem-manager"
    case ofono
}

/// The state of a source of the bridge.
public enum SourceWord: String, Hashable, Sendable, CaseIterable {
    /// The user has turned it off.
    case off
    /// Its program does not run, or is not used.
    case absent
    /// Its program runs, and the service lists its calls.
    case present
}
