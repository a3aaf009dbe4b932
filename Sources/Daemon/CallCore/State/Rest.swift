// SPDX-License-Identifier: MIT

/// The small parts of a domain, written with every event.
struct Rest: Hashable {
    let audio: Audio
    let lane: Lane
    let occupancy: Occupancy
    let ids: IDSource
    let lastProvider: ProviderID
    let lastTransaction: UInt64
    let lastArrival: UInt64
    let lastScreening: UInt64
    let directory: Screenings.Directory?
    let hasEmergencyWindow: Bool
    let lastEnded: Int

    func restore(in domain: inout Domain) {
        (domain.audio, domain.lane, domain.occupancy, domain.ids) = (audio, lane, occupancy, ids)
        domain.providers.lastID = lastProvider
        domain.transactions.lastSerial = lastTransaction
        domain.alerts.lastArrival = lastArrival
        domain.screenings.lastNumber = lastScreening
        domain.screenings.restore(directory)
        domain.hasEmergencyWindow = hasEmergencyWindow
        domain.stories.restore([], lastNumber: lastEnded)
    }

    /// Writes them from the domain, without a copy of them.
    static func write(of domain: Domain, to writer: inout StateWriter) {
        writer.write(domain.audio)
        writer.write(domain.lane)
        writer.write(domain.occupancy)
        writer.write(domain.ids)
        writer.write(domain.providers.lastID)
        writer.write(domain.transactions.lastSerial)
        writer.write(domain.alerts.lastArrival)
        writer.write(domain.screenings.lastNumber)
        writer.write(domain.screenings.directory)
        writer.write(domain.hasEmergencyWindow)
        writer.write(domain.stories.lastNumber)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        audio = try reader.read()
        lane = try reader.read()
        occupancy = try reader.read()
        ids = try reader.read()
        lastProvider = try reader.read()
        lastTransaction = try reader.read()
        lastArrival = try reader.read()
        lastScreening = reader.format >= 2 ? try reader.read() : 0
        directory = reader.format >= 2 ? try reader.read() : nil
        hasEmergencyWindow = reader.format >= 2 ? try reader.read() : false
        lastEnded = reader.format >= 2 ? try reader.ringNumber() : 0
    }
}
