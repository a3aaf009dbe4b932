// SPDX-License-Identifier: MIT

internal import CallCore
internal import FuzzingSupport

// The parts of an event that do not depend on the domain. Names come from small sets, so that a story uses the same
// name often.

extension Input {
    mutating func text() -> String { pick(["", "x", "y", String(repeating: "z", count: 40)]) }

    mutating func handle() -> Handle { Handle(kind: pick(Handle.Kind.allCases), value: pick(["1", "2", "a@b"])) }

    /// The core carries times and neither compares nor adds them, so the largest value does no harm.
    mutating func time() -> Time { pick([0, 1, 1_700_000_000_000_000, .max]) }

    /// The administrator changes the deadlines and the cellular provider, never the limits: no file can set them.
    mutating func policy(instead policy: Policy) -> Policy {
        var policy = policy
        policy.cellular = flag() ? ["cell": 1000] : [:]
        policy.deadlines.other = flag() ? 1_000 : 5_000_000
        return policy
    }

    mutating func configuration() -> ProviderConfiguration {
        var configuration = ProviderConfiguration()
        configuration.maximumCallGroups = 1 + below(3)
        configuration.maximumCallsPerCallGroup = 1 + below(3)
        let bits = byte()
        configuration.supportsVideo = bits & 1 != 0
        configuration.includesCallsInRecents = bits & 2 == 0
        configuration.holdsImplicitly = bits & 4 != 0
        configuration.localizedName = bits & 8 != 0 ? text() : ""
        configuration.desktopEntry = bits & 16 != 0 ? text() : ""
        configuration.icon = bits & 32 != 0 ? text() : ""
        configuration.ringtone = bits & 64 != 0 ? text() : ""
        if bits & 15 == 15 { configuration.emergencyNumbers = ["1"] }
        if bits & 128 != 0 { configuration.supportedHandleTypes = [pick(Handle.Kind.allCases)] }
        return configuration
    }

    mutating func update() -> CallUpdate {
        var update = CallUpdate()
        // Two bits for each flag: absent, false or true.
        let flags = byte()
        update.supportsHolding = flag(flags)
        update.supportsGrouping = flag(flags >> 2)
        update.supportsUngrouping = flag(flags >> 4)
        update.supportsDTMF = flag(flags >> 6)
        let texts = byte()
        update.hasVideo = flag(texts)
        if texts & 4 != 0 { update.remoteHandle = .some(optional { $0.handle() }) }
        if texts & 8 != 0 { update.localizedCallerName = text() }
        if texts & 16 != 0 { update.contactIdentifier = text() }
        if texts & 32 != 0 { update.onHold = texts & 64 != 0 } else if texts & 64 != 0 { facts(&update) }
        if texts & 128 != 0 { update.emergency = flag() }
        return update
    }

    private mutating func facts(_ update: inout CallUpdate) {
        let bits = byte()
        update.muted = flag(bits)
        update.remoteOnHold = flag(bits >> 2)
        update.encrypted = flag(bits >> 4)
        if bits & 64 != 0 { update.externalID = text() }
        if bits & 128 != 0 { update.group = .some(nil) }
        let abilities = byte()
        update.supportsAnswering = flag(abilities)
        update.supportsEnding = flag(abilities >> 2)
        update.supportsMuting = flag(abilities >> 4)
        update.supportsResuming = flag(bits >> 6)
        if abilities & 192 == 192 { update.streamProcess = 42 }
        if abilities & 192 == 128 { update.includesInRecents = bits & 1 != 0 }
        if abilities & 192 == 64 { update.members = [CallMember(handle: handle(), displayName: text())] }
    }

    private func flag(_ bits: UInt8) -> Bool? { bits & 2 == 0 ? nil : bits & 1 == 0 }

    mutating func startCallDetails() -> StartCallDetails {
        var details = StartCallDetails()
        let bits = byte()
        details.video = bits & 1 != 0
        details.contactIdentifier = bits & 2 != 0 ? text() : ""
        details.activationToken = bits & 4 != 0 ? "token" : ""
        details.displayName = bits & 8 != 0 ? text() : ""
        return details
    }

    mutating func shellUpdate() -> ShellUpdate {
        var update = ShellUpdate()
        let bits = byte()
        if bits & 1 != 0 { (update.doNotDisturb, update.silenceRinging) = (flag(), flag()) }
        if bits & 2 != 0 { (update.allowed, update.allowedRelations) = ([handle()], [pick(Relation.allCases)]) }
        if bits & 4 != 0 {
            (update.repeatCallers, update.doNotDisturbSilences) = (flag(), flag())
            update.whileInCall = optional { $0.pick(WhileInCall.allCases) }
        }
        if bits & 8 != 0 { (update.autoResume, update.mutesStreams) = (flag(), flag()) }
        if bits & 16 != 0 { update.ringTimeout = pick([0, 1, .max]) }
        if bits & 32 != 0 { update.defaultProviders = [pick(Handle.Kind.allCases): pick(Cast.identifiers)] }
        if bits & 64 != 0 {
            var routes: [Route] = []
            for _ in 0..<below(4) {
                routes.append(
                    Route(name: route(), localizedName: "n", kind: Received(text: "k"), isAvailable: flag()))
            }
            update.routes = routes
        }
        if bits & 128 != 0 { update.route = route() }
        return update
    }

    mutating func directoryUpdate() -> DirectoryUpdate {
        var update = DirectoryUpdate()
        let bits = byte()
        if bits & 1 != 0 { update.deadline = pick([0, 1, 5_000_000, .max]) }
        if bits & 2 != 0 { update.whenLate = pick(Verdict.allCases) }
        if bits & 4 != 0 { update.disabledProviders = flag() ? [pick(Cast.identifiers)] : [] }
        return update
    }

    mutating func identification() -> Identification {
        var identification = Identification()
        let bits = byte()
        if bits & 1 != 0 { identification.displayName = text() }
        if bits & 2 != 0 { identification.displayNameSource = text() }
        if bits & 4 != 0 { identification.label = text() }
        if bits & 8 != 0 { identification.relation = .some(optional { $0.pick(Relation.allCases) }) }
        return identification
    }

    mutating func route() -> String { pick(["", "speaker", "headset"]) }
}
