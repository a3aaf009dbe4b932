// SPDX-License-Identifier: MIT

internal import SDBus

/// One address book of Evolution Data Server. A view of it sends all contacts, then each change.
final class EvolutionBook {
    /// In microseconds: the pauses before the next attempts. After the last one it waits until the service starts
    /// again.
    private static let pauses: [UInt64] = [1_000_000, 10_000_000, 60_000_000]
    /// In microseconds. A book of a server opens slowly.
    private static let patience: UInt64 = 120_000_000
    /// Every contact.
    private static let query = #"(contains "x-evolution-any-field" "")"#
    /// The view sends the contacts that exist at its start.
    private static let notifiesInitially: UInt32 = 1

    private let uid: String
    private let factory: RemoteName
    private let loop: EventLoop
    private let notify: (BookEvent) -> Void
    private var photoFolders: [String]

    /// Counts the attempts, so that a late reply of an earlier one is ignored.
    private var attempt = 0
    private var failures = 0
    private var pause: Timer?
    private var view: BusSlot?
    /// The service that has the book, and the object there, until the service has gone.
    private var place: (service: RemoteName, path: ObjectPath)?
    private lazy var work = PiecewiseWork(loop) { [unowned self] in step() }
    private var queue = WaitingLine<Change>()
    /// Whether the view has sent every contact once.
    private var isComplete = false
    /// Whether the view has sent something that cannot be read, since the contacts were asked for one by one.
    private var isMissingSome = false
    /// The UIDs that the view has sent, until it is complete.
    private var known: Set<String> = []
    private var single: SingleContacts?
    /// How many contacts cannot be read.
    private var unreadable = 0
    /// How many the last fault reported.
    private var reportedUnreadable = 0

    private enum Change {
        case contact(card: String)
        case removed(uid: String)
        /// All contacts come again.
        case began
        case complete
    }

    init(
        _ uid: String, _ factory: RemoteName, _ loop: EventLoop, _ folders: UserFolders,
        notify: @escaping (BookEvent) -> Void
    ) {
        self.uid = uid
        self.factory = factory
        self.loop = loop
        self.notify = notify
        let name = uid == "system-address-book" ? "system" : uid
        photoFolders = [
            "\(folders.data)/evolution/addressbook/\(name)/photos", "\(folders.cache)/evolution/addressbook/\(uid)",
        ]
    }

    /// Opens the book. The contacts of an earlier attempt stay until the view is complete.
    func begin() {
        reset()
        let opened = answered { [unowned self] reply throws(BusError) in
            let (object, program) = try reply.read(String.self, String.self)
            guard let path = ObjectPath(object), let name = BusName(program) else {
                throw .invalidArgs("Evolution does not tell where the book is")
            }
            // A book may be in a process of its own.
            let service = name == factory.name ? factory : RemoteName(name, on: factory.connection)
            place = (service, path)
            if service !== factory { try service.begin { [unowned self] in if $0 == nil { lost() } } }
            call(path, EvolutionName.book, "Open") { [unowned self] _ in openView(of: path) }
        }
        factory.call(
            EvolutionName.factoryPath, EvolutionName.factory, "OpenAddressBook", uid, timeout: Self.patience,
            starts: true, then: opened)
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
        if let (service, path) = place { service.call(path, EvolutionName.book, "Close") }
        reset()
    }

    private func reset() {
        attempt += 1
        (view, place, pause) = (nil, nil, nil)
        queue = WaitingLine()
        (isComplete, isMissingSome, known, single) = (false, false, [], nil)
    }

    // MARK: The view

    private func openView(of book: ObjectPath) {
        call(book, EvolutionName.book, "GetView", Self.query) { [unowned self] reply throws(BusError) in
            let path = try reply.read(ObjectPath.self)
            view = try place?.service.onSignal(path: path, interface: EvolutionName.view) { [unowned self] signal in
                received(signal)
            }
            notify(.began(part: 0))
            call(path, EvolutionName.view, "SetFlags", Self.notifiesInitially) { _ in }
            call(path, EvolutionName.view, "Start") { _ in }
        }
    }

    private func received(_ signal: Message) {
        switch signal.member {
        case "ObjectsAdded", "ObjectsModified":
            let (texts, areAll) = signal.readableTexts
            if !areAll { isMissingSome = true }
            // Each card is followed by its UID, which it also contains.
            for pair in stride(from: 0, to: texts.count - 1, by: 2) {
                queue.append(.contact(card: texts[pair]))
                if !isComplete { known.insert(texts[pair + 1]) }
            }
        case "ObjectsRemoved":
            let (uids, areAll) = signal.readableTexts
            if !areAll { isMissingSome = true }
            for uid in uids { queue.append(.removed(uid: uid)) }
        case "Complete":
            // The text of the error may name an account, so only its name is reported.
            guard let error = try? signal.read(String.self) else { return }
            guard error.isEmpty else { return failed(error) }
            if isMissingSome { askForMissing() } else { queue.append(.complete) }
            isComplete = true
        default: break
        }
        if isComplete, isMissingSome { askForMissing() }
        work.ask()
    }

    /// Asks for all contacts that the view may not have sent.
    private func askForMissing() {
        guard single == nil, let (service, path) = place else { return }
        // Of a view that is complete nothing tells which contacts have changed.
        if isComplete { queue.append(.began) }
        let seen = known
        (isMissingSome, known, unreadable) = (false, [], 0)
        let single = SingleContacts(service, path, patience: Self.patience) { [unowned self] in received($0) }
        self.single = single
        single.begin(Self.query, except: seen)
    }

    private func received(_ news: SingleContacts.News) {
        switch news {
        case .contact(let card): queue.append(.contact(card: card))
        case .unreadable: unreadable += 1
        case .over:
            single = nil
            reportUnreadable()
            queue.append(.complete)
            if isMissingSome { askForMissing() }
        case .failed(let error): return failed(error.name)
        }
        work.ask()
    }

    /// Once for each number, and without a name.
    private func reportUnreadable() {
        guard unreadable != reportedUnreadable else { return }
        reportedUnreadable = unreadable
        guard unreadable > 0 else { return }
        let message =
            "\(unreadable) of the contacts of an Evolution address book cannot be read, because of a character that the "
            + "library of the bus refuses, such as U+FFFF. Remove the character."
        notify(.fault(BookFault(message: message)))
    }

    /// Handles one change.
    private func step() -> Bool {
        guard let change = queue.takeFirst() else { return false }
        switch change {
        case .contact(let card): read(card)
        case .removed(let uid): notify(.removed(uids: [uid], part: 0))
        case .began: notify(.began(part: 0))
        case .complete:
            failures = 0
            notify(.finished(part: 0))
            notify(.settled)
        }
        guard queue.isEmpty else { return true }
        // Without the room that a large book took.
        queue = WaitingLine()
        return false
    }

    private func read(_ text: String) {
        var reader = VCardReader(Array(text.utf8))
        for item in reader.readAll() {
            switch item {
            case .fault(let fault): notify(.fault(BookFault(line: fault.line, message: fault.message)))
            case .card(let card):
                if let contact = card.contact(fallbackUID: "", file: nil, photoFolders: photoFolders) {
                    notify(.contacts([contact], part: 0))
                } else {
                    // A contact may lose its name or its last handle.
                    notify(.removed(uids: [card.uid], part: 0))
                }
            }
        }
    }

    // MARK: Failures

    /// Calls a method of the service that has the book.
    private func call<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        then body: @escaping (Message) throws(BusError) -> Void
    ) {
        guard let place else { return }
        place.service.call(
            path, interface, member, repeat each arguments, timeout: Self.patience, then: answered(body))
    }

    /// Gives `body` a reply of this attempt. An error ends the attempt.
    private func answered(
        _ body: @escaping (Message) throws(BusError) -> Void
    ) -> (Result<Message, BusError>) -> Void {
        let own = attempt
        return { [weak self] reply in
            guard let self, own == attempt else { return }
            do throws(BusError) {
                try body(try reply.get())
            } catch {
                failed(error.name)
            }
        }
    }

    private func lost() {
        guard place != nil else { return }
        failed("Its service has ended")
    }

    /// `reason` is the name of an error, or a text of this project.
    private func failed(_ reason: String) {
        reset()
        failures += 1
        let isLast = failures > Self.pauses.count
        let rest = isLast ? "Restart Evolution." : "It will be tried again."
        notify(.fault(BookFault(message: "Evolution's address book cannot be read: \(reason). \(rest)")))
        notify(.settled)
        if !isLast { pause = loop.timer(after: Self.pauses[failures - 1]) { [unowned self] in begin() } }
    }
}
