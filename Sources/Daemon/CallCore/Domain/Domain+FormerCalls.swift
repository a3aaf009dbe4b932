// SPDX-License-Identifier: MIT

/// What the registry knows about every call that was refused or ended a short while ago.
struct FormerCall: Hashable {
    let provider: ProviderID
    /// The identifier of its provider.
    let identifier: String
    /// The sandboxed app of its provider.
    let app: String?
    /// When it ended or was refused.
    let time: Time
    /// nil = it was not refused.
    let filteredBy: CallFilter?
    /// Whether its provider was lost before the call connected.
    let isAbandoned: Bool

    init(_ ended: Call, of provider: Provider?, at time: Time) {
        self.provider = ended.provider
        (identifier, app) = (provider?.identifier ?? "", provider?.app)
        self.time = time
        filteredBy = ended.filteredBy
        isAbandoned = ended.reason == .providerLost && ended.reasonCall == nil && !ended.hasConnected
    }

    var cost: Int { Cost.entry + identifier.cost + (app?.cost ?? 0) }
}

/// When a new call may have the id of a former one.
///
/// An app reports a call again if it crashed while the call rang, and may make the id of a call from something that
/// comes again, such as a conversation. An app also repeats a report whose reply it did not get, and then the error
/// says that the first report succeeded: so an id stays used for a moment, and longer after a restart of the service,
/// which may have lost the reply.
extension Domain {
    private static var moment: Time { 5_000_000 }
    private static var momentAfterRestart: Time { 60_000_000 }

    /// Whether a new call of this provider may have the id.
    func isFree(_ id: CallID, for provider: Provider) -> Bool {
        guard calls[id] == nil, screenings[id] == nil else { return false }
        guard let former = calls.former(id) else { return true }
        guard former.identifier == provider.identifier, former.app == provider.app, former.filteredBy == nil else {
            return false
        }
        if former.time <= restartedAt, !hasPassed(Self.momentAfterRestart, since: restartedAt) { return false }
        return former.isAbandoned || hasPassed(Self.moment, since: former.time)
    }

    /// Also if the date was set back behind that time.
    private func hasPassed(_ duration: Time, since time: Time) -> Bool { now < time || now - time >= duration }
}

extension FormerCall: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(provider)
        writer.write(filteredBy)
        writer.write(app)
        writer.write(identifier)
        writer.write(time)
        writer.write(isAbandoned)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        provider = try reader.read()
        filteredBy = reader.format >= 2 ? try reader.read() : nil
        app = reader.format >= 2 ? try reader.read() : nil
        identifier = reader.format >= 3 ? try reader.read() : ""
        time = reader.format >= 3 ? try reader.read() : 0
        isAbandoned = reader.format >= 3 ? try reader.read() : false
    }
}
