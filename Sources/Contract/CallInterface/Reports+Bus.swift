// SPDX-License-Identifier: MIT

package import CallContract
package import SDBus

// What a provider says of a call.

extension CallUpdate {
    package init(_ options: Options) throws(BusError) {
        self.init()
        remoteHandle = try options.handle(.remoteHandle)
        localizedCallerName = try options.string(.localizedCallerName)
        contactIdentifier = try options.string(.contactIdentifier)
        hasVideo = try options.bool(.hasVideo)
        remoteOnHold = try options.bool(.remoteOnHold)
        encrypted = try options.bool(.encrypted)
        externalID = try options.string(.externalID)
        localMember = try options.member(.localMember)
        members = try options.members(.members)
        activeMembers = try options.members(.activeMembers)
        muted = try options.bool(.muted)
        if let text = try options.string(.group) {
            group = .some(text.isEmpty ? nil : try ID.parse(text, Key.group.rawValue))
        }
        supportsHolding = try options.bool(.supportsHolding)
        supportsGrouping = try options.bool(.supportsGrouping)
        supportsUngrouping = try options.bool(.supportsUngrouping)
        supportsDTMF = try options.bool(.supportsDTMF)
        supportsResuming = try options.bool(.supportsResuming)
        supportsAnswering = try options.bool(.supportsAnswering)
        supportsEnding = try options.bool(.supportsEnding)
        supportsMuting = try options.bool(.supportsMuting)
        streamProcess = try options.uint32(.streamProcess)
        emergency = try options.bool(.emergency)
        includesInRecents = try options.bool(.includesInRecents)
        onHold = try options.bool(.onHold)
    }
}

extension CallUpdate: EntryList {
    package func write<Sink: EntrySink & ~Copyable>(entriesTo sink: inout Sink) throws(BusError) {
        try sink.entry(.remoteHandle, known: remoteHandle.map { $0?.wire ?? .none })
        try sink.entry(.localizedCallerName, known: localizedCallerName)
        try sink.entry(.contactIdentifier, known: contactIdentifier)
        try sink.entry(.hasVideo, known: hasVideo)
        try sink.entry(.remoteOnHold, known: remoteOnHold)
        try sink.entry(.encrypted, known: encrypted)
        try sink.entry(.externalID, known: externalID)
        try sink.entry(.localMember, known: localMember.map { $0?.wire ?? .none })
        try sink.entry(.members, known: members.map { $0.map(\.wire) })
        try sink.entry(.activeMembers, known: activeMembers.map { $0.map(\.wire) })
        try sink.entry(.muted, known: muted)
        try sink.entry(.group, known: group.map { $0?.description ?? "" })
        try sink.entry(.supportsHolding, known: supportsHolding)
        try sink.entry(.supportsGrouping, known: supportsGrouping)
        try sink.entry(.supportsUngrouping, known: supportsUngrouping)
        try sink.entry(.supportsDTMF, known: supportsDTMF)
        try sink.entry(.supportsResuming, known: supportsResuming)
        try sink.entry(.supportsAnswering, known: supportsAnswering)
        try sink.entry(.supportsEnding, known: supportsEnding)
        try sink.entry(.supportsMuting, known: supportsMuting)
        try sink.entry(.streamProcess, known: streamProcess)
        try sink.entry(.emergency, known: emergency)
        try sink.entry(.includesInRecents, known: includesInRecents)
        try sink.entry(.onHold, known: onHold)
    }
}

extension ExistingCall {
    package init(_ options: Options) throws(BusError) {
        self.init()
        update = try CallUpdate(options)
        // Here these keys tell how the call stands, for every provider.
        (update.onHold, update.muted, update.group) = (nil, nil, nil)
        outgoing = try options.bool(.outgoing) ?? false
        state = try options.word(.state) ?? .active
        if try options.bool(.onHold) ?? false, state == .active { state = .held }
        muted = try options.bool(.muted)
        group = try options.id(.group)
        heldFor = try options.id(.heldFor)
        startedAt = try options.time(.startedAt) ?? 0
        connectedAt = try options.time(.connectedAt) ?? 0
    }

    /// Without what is not known.
    package var wire: [String: Variant] {
        var wire = update.wire
        wire[.outgoing] = .bool(outgoing)
        wire[.state] = .string(state.rawValue)
        wire[.muted] = muted.map { .bool($0) }
        wire[.group] = group.map { .string($0.description) }
        wire[.heldFor] = heldFor.map { .string($0.description) }
        if startedAt != 0 { wire[.startedAt] = .uint64(startedAt) }
        if connectedAt != 0 { wire[.connectedAt] = .uint64(connectedAt) }
        return wire
    }
}

extension ProviderConfiguration {
    /// Files are read apart.
    package init(_ options: Options) throws(BusError) {
        self.init()
        localizedName = try options.string(.localizedName) ?? localizedName
        maximumCallGroups = try options.count(.maximumCallGroups) ?? maximumCallGroups
        maximumCallsPerCallGroup = try options.count(.maximumCallsPerCallGroup) ?? maximumCallsPerCallGroup
        supportedHandleTypes = try options.words(.supportedHandleTypes) ?? supportedHandleTypes
        supportsVideo = try options.bool(.supportsVideo) ?? supportsVideo
        includesCallsInRecents = try options.bool(.includesCallsInRecents) ?? includesCallsInRecents
        holdsImplicitly = try options.bool(.holdsImplicitly)
        emergencyNumbers = try options.emergencyNumbers(.emergencyNumbers) ?? emergencyNumbers
        desktopEntry = try options.string(.desktopEntry) ?? desktopEntry
        icon = try options.nameOrFile(.icon)?.name ?? icon
        ringtone = try options.nameOrFile(.ringtone)?.name ?? ringtone
    }

    /// Without what is not known.
    package var wire: [String: Variant] {
        var wire = [String: Variant]([
            .maximumCallGroups: .uint32(UInt32(clamping: maximumCallGroups)),
            .maximumCallsPerCallGroup: .uint32(UInt32(clamping: maximumCallsPerCallGroup)),
            .supportedHandleTypes: .strings(supportedHandleTypes.map(\.rawValue)),
            .supportsVideo: .bool(supportsVideo), .includesCallsInRecents: .bool(includesCallsInRecents),
        ])
        wire[.holdsImplicitly] = holdsImplicitly.map { .bool($0) }
        if !emergencyNumbers.isEmpty { wire[.emergencyNumbers] = .strings(emergencyNumbers) }
        let texts = [
            (Key.localizedName, localizedName), (.desktopEntry, desktopEntry), (.icon, icon), (.ringtone, ringtone),
        ]
        for (key, text) in texts where !text.isEmpty { wire[key] = .string(text) }
        return wire
    }
}
