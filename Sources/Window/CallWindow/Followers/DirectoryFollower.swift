// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import GTK
import SDBus

/// The user's directory as the pages see it. The window asks the bus to start it when the user opens a page that needs
/// it, and never at any other time.
@MainActor
final class DirectoryFollower {
    enum Change: Hashable {
        /// It has come or left, or it cannot be started.
        case presence
        /// The calls, or how long they are kept.
        case history
        /// How many missed calls the user has not seen.
        case unread
        /// The contacts, their folders, or the country of their numbers.
        case contacts
        /// The favourites.
        case favourites
        /// The rules, lists and screeners about callers.
        case rules
        /// The apps that can call, and those that the user has switched off.
        case apps
    }

    enum Presence {
        case absent
        case starting
        case running
        /// No directory is installed, or it does not start.
        case unavailable
    }

    /// nil without a session.
    let client: DirectoryClient?
    private let log: Log
    private(set) var presence = Presence.absent
    /// The missed calls that the user has not seen.
    private(set) var unreadMissed = 0
    private var observers: [(Change) -> Void] = []
    private(set) lazy var pictures = PictureStore(self)
    private(set) lazy var keys = CallerKeys(self)
    private(set) lazy var favourites = FavouriteChanges(self)

    init(_ session: BusConnection?, log: Log) {
        client = session.map { DirectoryClient($0) }
        self.log = log
    }

    /// Calls `body` after each change.
    func observe(_ body: @escaping (Change) -> Void) { observers.append(body) }

    /// Also for a change that the directory refused or had already, and does not announce: the pages then show again
    /// what it has.
    func notify(_ change: Change) {
        for observer in observers { observer(change) }
    }

    func begin() throws(BusError) {
        try client?.begin { [unowned self] in received($0) }
    }

    /// Asks the bus to start the directory, because the user has opened a page.
    func startIfNeeded() {
        guard presence != .running, presence != .starting else { return }
        guard let client else { return set(.unavailable) }
        set(.starting)
        client.start { [unowned self] error in
            guard let error, presence == .starting else { return }
            log("monkeycall-directory does not start", ["error": error.name])
            set(.unavailable)
        }
    }

    private func set(_ new: Presence) {
        guard new != presence else { return }
        presence = new
        notify(.presence)
    }

    private func received(_ news: DirectoryClient.News) {
        switch news {
        case .came:
            set(.running)
            readHistory()
        case .left:
            forget()
            set(.absent)
        case .continues:
            forget()
            readHistory()
            for change in [.history, .contacts, .favourites, .rules, .apps] as [Change] { notify(change) }
        case .changed(DirectoryName.history): notify(.history)
        case .changed(DirectoryName.favourites): notify(.favourites)
        case .changed(DirectoryName.lists), .changed(DirectoryName.screening): notify(.rules)
        case .changed(DirectoryName.apps): notify(.apps)
        case .changed: break
        case .properties(DirectoryName.history, let values):
            take(values)
            if values[.retentionDays] != nil { notify(.history) }
        case .properties(DirectoryName.interface, let values):
            if values[.region] != nil { keys.forget() }
            if values[.contacts] != nil { pictures.forget() }
            if [.contacts, .contactFolders, .region].contains(where: { values[$0] != nil }) { notify(.contacts) }
        case .properties(DirectoryName.lists, _): notify(.rules)
        case .properties: break
        }
    }

    private func forget() {
        pictures.forget()
        keys.forget()
    }

    private func readHistory() {
        client?.properties(of: DirectoryName.history) { [unowned self] in take($0 ?? [:]) }
    }

    private func take(_ history: [String: Variant]) {
        guard let count = history[.unreadMissed]?.uint32, count != unreadMissed else { return }
        unreadMissed = Int(count)
        notify(.unread)
    }

    // MARK: Questions

    /// Calls a method, and reads its only result; nil = there is none. `quietly`: the user's text may be wrong.
    func ask<each Argument: BusValue, Answer: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, for answer: Answer.Type, quietly: Bool = false,
        then completion: @escaping (Answer?) -> Void
    ) {
        read(method, repeat each arguments, for: answer, quietly: quietly) { completion(try? $0.get()) }
    }

    /// The same with the reason if there is no result.
    func read<each Argument: BusValue, Answer: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, for answer: Answer.Type, quietly: Bool = false,
        then completion: @escaping (Result<Answer, BusError>) -> Void
    ) {
        guard let client, client.isRunning else { return completion(.failure(Self.absent)) }
        client.call(method, repeat each arguments) { [log] reply in
            let answer = reply.flatMap { message in
                Result { () throws(BusError) in try message.read(Answer.self) }
            }
            if case .failure(let error) = answer, !quietly {
                log("the directory refused a request", ["error": error.name, "method": method.rawValue])
            }
            completion(answer)
        }
    }

    private static var absent: BusError { BusError(name: StandardErrorName.serviceUnknown, message: "") }

    /// Calls a method without a result. The answer is the sentence for the user if the directory refuses.
    func change<each Argument: BusValue>(
        _ method: DirectoryMethod, _ arguments: repeat each Argument, then completion: @escaping (String?) -> Void
    ) {
        guard let client, client.isRunning else { return completion(DirectoryWords.absent) }
        client.call(method, repeat each arguments) { [log] reply in
            guard case .failure(let error) = reply else { return completion(nil) }
            log("the directory refused a request", ["error": error.name, "method": method.rawValue])
            completion(DirectoryWords.text(error))
        }
    }

    /// The properties of an interface; nil if the directory does not tell them.
    func properties(of interface: InterfaceName, then completion: @escaping ([String: Variant]?) -> Void) {
        guard let client else { return completion(nil) }
        client.properties(of: interface, then: completion)
    }
}

/// Starts the directory for a page. A directory that ends while the page is visible is started again, but only once
/// until the user opens the page again: one that ends at each start must not be started for ever.
@MainActor
final class DirectoryStarter {
    private unowned let directory: DirectoryFollower
    private let widget: Widget
    private var mayStartAgain = false

    init(_ directory: DirectoryFollower, of widget: Widget) {
        (self.directory, self.widget) = (directory, widget)
        directory.observe { [weak self] in if $0 == .presence { self?.startAgain() } }
        // The directory may have ended while a call was in front of the page.
        widget.on("map") { [weak self] _ in self?.startAgain() }
    }

    /// The user has opened the page.
    func appear() {
        mayStartAgain = true
        directory.startIfNeeded()
    }

    private func startAgain() {
        guard mayStartAgain, directory.presence == .absent, widget.isMapped else { return }
        mayStartAgain = false
        directory.startIfNeeded()
    }
}
