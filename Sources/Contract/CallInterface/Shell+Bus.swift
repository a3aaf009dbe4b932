// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

// What a shell tells the service, and the routes that the service passes on.

extension ShellUpdate {
    package init(_ options: Options, _ limits: Limits) throws(BusError) {
        self.init()
        doNotDisturb = try options.bool(.doNotDisturb)
        doNotDisturbSilences = try options.bool(.doNotDisturbSilences)
        whileInCall = try options.word(.whileInCall)
        allowed = try options.handles(.doNotDisturbAllow)
        allowedRelations = try options.words(.doNotDisturbAllowRelations).map { Set($0) }
        repeatCallers = try options.bool(.repeatCallers)
        silenceRinging = try options.bool(.silenceRinging) ?? false
        autoResume = try options.bool(.autoResume)
        mutesStreams = try options.bool(.mutesStreams)
        ringTimeout = try options.time(.ringTimeout)
        route = try options.string(.route)
        if let defaults = try options.texts(.defaultProviders) {
            var providers: [Handle.Kind: String] = [:]
            for (kind, provider) in defaults {
                providers[try Handle.Kind.parse(kind, Key.defaultProviders.rawValue)] = provider
            }
            defaultProviders = providers
        }
        if let entries = try options.options(.routes) {
            guard entries.count <= limits.routes else {
                throw CallError(.limitsExceeded, "\(Key.routes) has more than \(limits.routes) entries.").onBus
            }
            var routes: [Route] = []
            for entry in entries { routes.append(try Route(entry)) }
            self.routes = routes
        }
    }

    /// In an order that stays the same, so that equal updates are equal on the bus.
    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        wire[.doNotDisturb] = doNotDisturb.map { .bool($0) }
        wire[.doNotDisturbSilences] = doNotDisturbSilences.map { .bool($0) }
        wire[.whileInCall] = whileInCall.map { .string($0.rawValue) }
        wire[.doNotDisturbAllow] = allowed.map { allowed in
            .array(
                of: "(ss)",
                allowed.sorted { ($0.kind.rawValue, $0.value) < ($1.kind.rawValue, $1.value) }.map(\.variant))
        }
        wire[.doNotDisturbAllowRelations] = allowedRelations.map { .strings($0.map(\.rawValue).sorted()) }
        wire[.repeatCallers] = repeatCallers.map { .bool($0) }
        if silenceRinging { wire[.silenceRinging] = .bool(true) }
        wire[.autoResume] = autoResume.map { .bool($0) }
        wire[.mutesStreams] = mutesStreams.map { .bool($0) }
        wire[.ringTimeout] = ringTimeout.map { .uint64($0) }
        wire[.route] = route.map { .string($0) }
        wire[.defaultProviders] = defaultProviders.map { providers in
            .array(
                of: "{ss}",
                Handle.Kind.allCases.compactMap { kind in
                    providers[kind].map { .entry(.string(kind.rawValue), .string($0)) }
                })
        }
        wire[.routes] = routes.map { .dictionaries($0.map(\.wire)) }
        return wire
    }
}

extension Route {
    package init(_ options: Options) throws(BusError) {
        guard let name = try options.string(.name), !name.isEmpty else {
            throw .invalidArgs("Each of \(Key.routes) needs \(Key.name), which SetRoute takes.")
        }
        self.init(
            name: name, localizedName: try options.string(.localizedName) ?? name,
            kind: Received(text: try options.string(.kind) ?? ""), isAvailable: try options.bool(.available) ?? true)
    }

    package var wire: [String: Variant] {
        [String: Variant]([
            .name: .string(name), .localizedName: .string(localizedName), .kind: .string(kind.text),
            .available: .bool(isAvailable),
        ])
    }
}

// What a directory tells the service.

extension DirectoryUpdate {
    package init(_ options: Options) throws(BusError) {
        self.init()
        deadline = try options.time(.deadline)
        whenLate = try options.word(.whenLate)
        disabledProviders = try options.identifiers(.disabledProviders)
    }

    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        wire[.deadline] = deadline.map { .uint64($0) }
        wire[.whenLate] = whenLate.map { .string($0.rawValue) }
        wire[.disabledProviders] = disabledProviders.map { .strings($0.sorted()) }
        return wire
    }
}

extension Identification {
    package init(_ options: Options) throws(BusError) {
        self.init()
        displayName = try options.string(.displayName)
        displayNameSource = try options.string(.displayNameSource)
        label = try options.string(.label)
        formatted = try options.string(.formatted)
        guard let text = try options.string(.relation) else { return }
        relation = .some(text.isEmpty ? nil : try Relation.parse(text, Key.relation.rawValue))
    }

    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        wire[.displayName] = displayName.map { .string($0) }
        wire[.displayNameSource] = displayNameSource.map { .string($0) }
        wire[.label] = label.map { .string($0) }
        wire[.formatted] = formatted.map { .string($0) }
        wire[.relation] = relation.map { .string($0?.rawValue ?? "") }
        return wire
    }
}

extension CallFilter {
    /// The filter of an answer that rejects a call. The others are the service's own.
    package init(rejecting options: Options) throws(BusError) {
        self = try options.word(.filteredBy) ?? .blockList
        switch self {
        case .blockList, .screener: break
        case .doNotDisturb, .busy, .user:
            throw .invalidArgs(
                "\(Key.filteredBy) must be \(CallFilter.blockList.rawValue) or \(CallFilter.screener.rawValue).")
        }
    }
}
