// SPDX-License-Identifier: MIT

internal import SDBus

/// One address book of Evolution Data Server. A view of it sends all contacts, then each change.
final class EvolutionBook {
    /// In microseconds: the pauses before the next attempts. After the last one it waits until the service starts again.
    private static let pauses: [UInt64] = [1_000_000, 10_000_000, 60_000_000]
    /// In microseconds. A book of a server opens slowly.
    private static let patience: UInt64 = 120_000_000
    /// Every contact.
    private static let query = #"(contains "x-evolution-any-field" "")"#
    /// The view sends the contacts that exist at its start.
    private static let notifiesInitially: UInt32 = 1

    private let uid: String
    private let factory: String
    private let bus: BusConnection
    private let loop: EventLoop
    private let told: (BookEvent) -> Void
    private var photoFolders: [String]

    /// Counts the attempts, so that a late reply of an earlier one is ignored.
    private var attempt = 0
    private var failures = 0
    private var pause: Timer?
    private var slots: [BusSlot] = []
    /// The object of the book, until the service has gone.
    private var place: (service: String, path: String)?
    private lazy var work = PiecewiseWork(loop) { [unowned self] in step() }
    private var queue: [Change] = []
    private var done = 0

    private enum Change {
        case contact(card: String)
        case removed(uid: String)
        case complete
    }

    init(
        _ uid: String, _ factory: String, _ bus: BusConnection, _ loop: EventLoop, _ folders: UserFolders,
        told: @escaping (BookEvent) -> Void
    ) {
        self.uid = uid
        self.factory = factory
        self.bus = bus
        self.loop = loop
        self.told = told
        let name = uid == "system-address-book" ? "system" : uid
        photoFolders = [
            "\(folders.data)/evolution/addressbook/\(name)/photos", "\(folders.cache)/evolution/addressbook/\(uid)",
        ]
    }

    /// Opens the book. The contacts of an earlier attempt stay until the view is complete.
    func begin() {
        reset()
        call(EvolutionName.open(at: factory), uid) { [unowned self] reply throws(BusError) in
            let (path, service) = try reply.read(String.self, String.self)
            place = (service, path)
            // A book may be in a process of its own.
            if service != factory {
                slots.append(try bus.watchName(service) { [unowned self] in if $0 == nil { lost() } })
            }
            call(CallTarget(service, path, EvolutionName.book, "Open")) { [unowned self] _ in openView(service, path) }
        }
    }

    /// The process that has the book may have ended, or a new one has started.
    func factoryChanged(isThere: Bool) {
        if isThere { retry() } else { lost() }
    }

    /// Begins again if it has given up.
    func retry() {
        guard failures > Self.pauses.count else { return }
        failures = 0
        begin()
    }

    /// Closes the book at the service.
    func end() {
        if let (service, path) = place {
            _ = try? bus.callAsync(CallTarget(service, path, EvolutionName.book, "Close")) { _ in }
        }
        reset()
    }

    private func reset() {
        attempt += 1
        (slots, place, pause) = ([], nil, nil)
        (queue, done) = ([], 0)
    }

    // MARK: The view

    private func openView(_ service: String, _ path: String) {
        call(CallTarget(service, path, EvolutionName.book, "GetView"), Self.query) {
            [unowned self] reply throws(BusError) in
            let view = try reply.read(ObjectPath.self).text
            let owner = reply.sender
            slots.append(
                try bus.onSignal(from: service, path: view, interface: EvolutionName.view) { [unowned self] signal in
                    // The match does not exclude other senders.
                    if signal.sender == owner { heard(signal) }
                })
            told(.began(part: 0))
            call(CallTarget(service, view, EvolutionName.view, "SetFlags"), Self.notifiesInitially) { _ in }
            call(CallTarget(service, view, EvolutionName.view, "Start")) { _ in }
        }
    }

    private func heard(_ signal: Message) {
        switch signal.member {
        case "ObjectsAdded", "ObjectsModified":
            // Each card is followed by its UID, which it also contains.
            let texts = (try? signal.read([String].self)) ?? []
            queue += stride(from: 0, to: texts.count, by: 2).map { .contact(card: texts[$0]) }
        case "ObjectsRemoved":
            queue += ((try? signal.read([String].self)) ?? []).map { .removed(uid: $0) }
        case "Complete":
            guard let (error, message) = try? signal.read(String.self, String.self) else { return }
            guard error.isEmpty else { return failed(message) }
            queue.append(.complete)
        default: break
        }
        work.ask()
    }

    /// Handles one change.
    private func step() -> Bool {
        guard done < queue.count else { return false }
        let change = queue[done]
        done += 1
        if done == queue.count { (queue, done) = ([], 0) }
        switch change {
        case .contact(let card): read(card)
        case .removed(let uid): told(.removed(uids: [uid], part: 0))
        case .complete:
            failures = 0
            told(.finished(part: 0))
            told(.settled)
        }
        return done < queue.count
    }

    private func read(_ text: String) {
        var reader = VCardReader(Array(text.utf8))
        for item in reader.readAll() {
            switch item {
            case .fault(let fault): told(.fault(BookFault(line: fault.line, message: fault.message)))
            case .card(let card):
                if let contact = card.contact(fallbackUID: "", file: nil, photoFolders: photoFolders) {
                    told(.contacts([contact], part: 0))
                } else {
                    // A contact may lose its name or its last handle.
                    told(.removed(uids: [card.uid], part: 0))
                }
            }
        }
    }

    // MARK: Failures

    /// Calls a method of this attempt. An error ends the attempt.
    private func call<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument,
        then body: @escaping (Message) throws(BusError) -> Void
    ) {
        let own = attempt
        do throws(BusError) {
            try bus.callAsync(target, repeat each arguments, timeout: Self.patience) { [weak self] reply in
                guard let self, own == attempt else { return }
                do throws(BusError) {
                    try body(try reply.get())
                } catch {
                    failed(error.message)
                }
            }
        } catch {
            failed(error.message)
        }
    }

    private func lost() {
        guard place != nil else { return }
        failed("Its service has ended")
    }

    private func failed(_ message: String) {
        reset()
        failures += 1
        let isLast = failures > Self.pauses.count
        let rest = isLast ? "Restart Evolution." : "It will be tried again."
        told(.fault(BookFault(message: "Evolution's address book cannot be read: \(message). \(rest)")))
        told(.settled)
        if !isLast { pause = try? loop.timer(after: Self.pauses[failures - 1]) { [unowned self] in begin() } }
    }
}
