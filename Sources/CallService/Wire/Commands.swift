// SPDX-License-Identifier: MIT

internal import CallCore
internal import CallInterface
internal import SDBus

// The contract's a{sv} arguments as the core's values.

extension CallUpdate {
    init(_ options: Options) throws(BusError) {
        self.init()
        remoteHandle = try options.handle(Key.remoteHandle)
        localizedCallerName = try options.string(Key.localizedCallerName)
        contactIdentifier = try options.string(Key.contactIdentifier)
        hasVideo = try options.bool(Key.hasVideo)
        supportsHolding = try options.bool(Key.supportsHolding)
        supportsGrouping = try options.bool(Key.supportsGrouping)
        supportsUngrouping = try options.bool(Key.supportsUngrouping)
        supportsDTMF = try options.bool(Key.supportsDTMF)
        emergency = try options.bool(Key.emergency)
        onHold = try options.bool(Key.onHold)
    }
}

extension ExistingCall {
    init(_ options: Options) throws(BusError) {
        self.init()
        update = try CallUpdate(options)
        // Here it says how the call stands, of every provider.
        update.onHold = nil
        outgoing = try options.bool(Key.outgoing) ?? false
        state = try options.word(Key.state, CallState.self) ?? .active
        if try options.bool(Key.onHold) ?? false, state == .active { state = .held }
        muted = try options.bool(Key.muted) ?? false
        group = try options.id(Key.group)
        heldFor = try options.id(Key.heldFor)
        startedAt = try options.time(Key.startedAt) ?? 0
        connectedAt = try options.time(Key.connectedAt) ?? 0
    }
}

extension ProviderConfiguration {
    init(_ options: Options) throws(BusError) {
        self.init()
        localizedName = try options.string(Key.localizedName) ?? localizedName
        maximumCallGroups = try options.count(Key.maximumCallGroups) ?? maximumCallGroups
        maximumCallsPerCallGroup = try options.count(Key.maximumCallsPerCallGroup) ?? maximumCallsPerCallGroup
        supportedHandleTypes = try options.words(Key.supportedHandleTypes, Handle.Kind.self) ?? supportedHandleTypes
        supportsVideo = try options.bool(Key.supportsVideo) ?? supportsVideo
        includesCallsInRecents = try options.bool(Key.includesCallsInRecents) ?? includesCallsInRecents
        holdsImplicitly = try options.bool(Key.holdsImplicitly)
        desktopEntry = try options.string(Key.desktopEntry) ?? desktopEntry
        icon = try options.nameOrFile(Key.icon)?.name ?? icon
        ringtone = try options.nameOrFile(Key.ringtone)?.name ?? ringtone
    }
}

extension ShellUpdate {
    init(_ options: Options, _ limits: Limits) throws(BusError) {
        self.init()
        doNotDisturb = try options.bool(Key.doNotDisturb)
        allowed = try options.handles(Key.doNotDisturbAllow)
        repeatCallers = try options.bool(Key.repeatCallers)
        autoResume = try options.bool(Key.autoResume)
        ringTimeout = try options.time(Key.ringTimeout)
        route = try options.string(Key.route)
        if let defaults = try options.texts(Key.defaultProviders) {
            var providers: [Handle.Kind: String] = [:]
            for (kind, provider) in defaults { providers[try Handle.Kind.parse(kind, Key.defaultProviders)] = provider }
            defaultProviders = providers
        }
        if let entries = try options.options(Key.routes) {
            guard entries.count <= limits.routes else {
                throw CallError(.limitsExceeded, "\(Key.routes) has more than \(limits.routes) entries.").onBus
            }
            var routes: [Route] = []
            for entry in entries { routes.append(try Route(entry)) }
            self.routes = routes
        }
    }
}

extension Route {
    init(_ options: Options) throws(BusError) {
        guard let id = try options.string(Key.name), !id.isEmpty else {
            throw .invalidArgs("Each of \(Key.routes) needs \(Key.name), which SetRoute takes.")
        }
        self.init(
            id: id, kind: try options.string(Key.kind) ?? "", name: try options.string(Key.localizedName) ?? id,
            isAvailable: try options.bool(Key.available) ?? true)
    }
}

extension StartCallDetails {
    init(_ options: Options) throws(BusError) {
        self.init()
        video = try options.bool(Key.video) ?? false
        contactIdentifier = try options.string(Key.contactIdentifier) ?? ""
        activationToken = try options.string(Key.activationToken) ?? ""
    }
}

extension Request {
    init(_ actions: [[String: Variant]], _ options: [String: Variant], _ limits: Limits) throws(BusError) {
        guard actions.count <= limits.actionsPerTransaction else {
            throw CallError(
                .limitsExceeded, "A transaction has at most \(limits.actionsPerTransaction) actions."
            ).onBus
        }
        var items: [Item] = []
        for action in actions { items.append(try Item(Options(action, limits), limits)) }
        self.init(items)
        let options = Options(options, limits)
        isFromHeadset = try options.string(Key.origin) == Origin.headset.rawValue
        activationToken = try options.string(Key.activationToken) ?? ""
        transaction = try options.id(Key.transaction)
    }
}

extension Request.Item {
    init(_ options: Options, _ limits: Limits) throws(BusError) {
        let word = try Self.required(Key.action, try options.word(Key.action, ActionWord.self))
        let call: CallID = try Self.required(Key.call, try options.id(Key.call))
        self.init(
            call: call, kind: try Self.kind(word, options, limits),
            identifier: try options.id(Key.identifier))
    }

    private static func kind(_ word: ActionWord, _ options: Options, _ limits: Limits) throws(BusError)
        -> ActionKind
    {
        switch word {
        case .startCall: return .start(try start(options))
        case .answerCall: return .answer
        case .endCall: return .end
        case .setHeld: return .setHeld(try required(Key.onHold, try options.bool(Key.onHold)))
        case .setMuted: return .setMuted(try required(Key.muted, try options.bool(Key.muted)))
        case .setGroup:
            let other = try required(Key.groupWith, try options.string(Key.groupWith))
            return .setGroup(with: other.isEmpty ? nil : try ID.parse(other, Key.groupWith))
        case .playDTMF:
            let digits = try required(Key.digits, try options.string(Key.digits))
            let type = try options.word(Key.dtmfType, DTMFType.self) ?? .singleTone
            return .playDTMF(digits: try tones(digits, limits), type)
        }
    }

    private static func start(_ options: Options) throws(BusError) -> StartAction {
        let handle = try options.handle(Key.handle) ?? nil
        var start = StartAction(
            provider: try required(Key.provider, try options.string(Key.provider)),
            handle: try required(Key.handle, handle))
        start.video = try options.bool(Key.video) ?? false
        start.contactIdentifier = try options.string(Key.contactIdentifier) ?? ""
        start.emergency = try options.bool(Key.emergency) ?? false
        return start
    }

    /// The digits of a DTMF action: the sixteen tones, and the pauses `,` and `;`.
    static func tones(_ digits: String, _ limits: Limits) throws(BusError) -> String {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ "0123456789*#ABCDabcd,;".utf8.contains($0) }) else {
            throw .invalidArgs("\(Key.digits) must be of 0-9, *, #, A-D, and , or ; for pauses.")
        }
        guard digits.utf8.count <= limits.digits else {
            throw CallError(.limitsExceeded, "\(Key.digits) has more than \(limits.digits) bytes.").onBus
        }
        return digits
    }

    private static func required<Value>(_ key: String, _ value: Value?) throws(BusError) -> Value {
        guard let value else { throw .invalidArgs("An action needs \(key).") }
        return value
    }
}
