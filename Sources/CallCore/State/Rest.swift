// SPDX-License-Identifier: MIT

/// The small parts of a domain, written with every event.
struct Rest: Hashable, Kept {
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

    init(_ domain: Domain) {
        (audio, lane, occupancy, ids) = (domain.audio, domain.lane, domain.occupancy, domain.ids)
        lastProvider = domain.providers.lastID
        lastTransaction = domain.transactions.lastSerial
        lastArrival = domain.alerts.lastArrival
        lastScreening = domain.screenings.lastNumber
        directory = domain.screenings.directory
        hasEmergencyWindow = domain.hasEmergencyWindow
        lastEnded = domain.stories.lastNumber
    }

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

    package func write(to writer: inout StateWriter) {
        writer.write(audio)
        writer.write(lane)
        writer.write(occupancy)
        writer.write(ids)
        writer.write(lastProvider)
        writer.write(lastTransaction)
        writer.write(lastArrival)
        writer.write(lastScreening)
        writer.write(directory)
        writer.write(hasEmergencyWindow)
        writer.write(lastEnded)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
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
