// SPDX-License-Identifier: MIT

package import CallModel
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
        supportsAnswering = try options.bool(.supportsAnswering)
        supportsEnding = try options.bool(.supportsEnding)
        supportsMuting = try options.bool(.supportsMuting)
        streamProcess = try options.uint32(.streamProcess)
        emergency = try options.bool(.emergency)
        includesInRecents = try options.bool(.includesInRecents)
        onHold = try options.bool(.onHold)
    }

    package var wire: [String: Variant] {
        var wire: [String: Variant] = [:]
        wire.add(.remoteHandle, remoteHandle.map { ($0?.wire ?? .none).variant })
        wire.add(.localizedCallerName, localizedCallerName.map { .string($0) })
        wire.add(.contactIdentifier, contactIdentifier.map { .string($0) })
        wire.add(.hasVideo, hasVideo.map { .bool($0) })
        wire.add(.remoteOnHold, remoteOnHold.map { .bool($0) })
        wire.add(.encrypted, encrypted.map { .bool($0) })
        wire.add(.externalID, externalID.map { .string($0) })
        wire.add(.localMember, localMember.map { ($0?.wire ?? .none).variant })
        wire.add(.members, members.map { $0.variant })
        wire.add(.activeMembers, activeMembers.map { $0.variant })
        wire.add(.muted, muted.map { .bool($0) })
        wire.add(.group, group.map { .string($0?.description ?? "") })
        wire.add(.supportsHolding, supportsHolding.map { .bool($0) })
        wire.add(.supportsGrouping, supportsGrouping.map { .bool($0) })
        wire.add(.supportsUngrouping, supportsUngrouping.map { .bool($0) })
        wire.add(.supportsDTMF, supportsDTMF.map { .bool($0) })
        wire.add(.supportsAnswering, supportsAnswering.map { .bool($0) })
        wire.add(.supportsEnding, supportsEnding.map { .bool($0) })
        wire.add(.supportsMuting, supportsMuting.map { .bool($0) })
        wire.add(.streamProcess, streamProcess.map { .uint32($0) })
        wire.add(.emergency, emergency.map { .bool($0) })
        wire.add(.includesInRecents, includesInRecents.map { .bool($0) })
        wire.add(.onHold, onHold.map { .bool($0) })
        return wire
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
