// SPDX-License-Identifier: MIT

import SDBus

/// The desktop's portal, from version 2 of its interface on, where the desktop knows calls: then it is preferred, because it
/// can show a call as one, on a locked screen too. Before that it cannot be told what a notification is about, and
/// `FreedesktopNotifications` says more.
///
/// It never says that a notification was put away.
final class PortalNotifications: NotificationServer {
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interface = "org.freedesktop.portal.Notification"

    /// `SupportedOptions`.
    struct Traits: Hashable {
        var categories: Set<String> = []
        var purposes: Set<String> = []

        /// Nil: it is of no use for calls.
        init?(_ properties: [String: Variant]) {
            guard properties["version"]?.uint32 ?? 0 >= 2 else { return nil }
            let options = properties["SupportedOptions"]?.dictionary ?? [:]
            categories = Set(options["category"]?.strings ?? [])
            purposes = Set(options["button-purpose"]?.strings ?? [])
            guard categories.contains(Banner.Kind.incoming.rawValue) else { return nil }
        }
    }

    private enum Standing {
        case missing
        /// It was asked what it can do.
        case registering
        case ready(Traits)
    }

    var isReady: Bool { traits != nil }
    var isMissing: Bool { if case .missing = standing { true } else { false } }
    /// It may be GNOME's, and does not say.
    let room: Int? = 3
    /// The portal is told by the call's id, and what shows the notification outlives it.
    private(set) var shown: Set<String> {
        didSet { if shown != oldValue { journal.write(shown.map { [$0] }) } }
    }

    private var standing = Standing.missing
    private var traits: Traits? { if case .ready(let traits) = standing { traits } else { nil } }
    /// Whom it has told who it is: nobody else is to hear anything else first.
    private var owner = name
    private let connection: BusConnection
    private let journal: Journal
    private let log: (String) -> Void
    private var slots: [BusSlot] = []
    private var tell: (NotificationEvent) -> Void = { _ in }

    init(_ connection: BusConnection, _ journal: Journal, log: @escaping (String) -> Void) {
        self.connection = connection
        self.journal = journal
        self.log = log
        shown = Set(journal.read().compactMap(\.first))
    }

    func begin(_ tell: @escaping (NotificationEvent) -> Void) throws(BusError) {
        self.tell = tell
        slots = [
            try connection.onSignal(
                from: Self.name, path: Self.path, interface: Self.interface, member: "ActionInvoked"
            ) { [unowned self] in heard($0) },
            try connection.watchName(Self.name) { [unowned self] owner in
                become(owner == nil ? .missing : .registering)
                if let owner { register(at: owner) }
            },
        ]
        if let owner = try connection.owner(of: Self.name) { register(at: owner) }
    }

    /// It is not started for this: a portal that starts too early misses its desktop, and there is the other server.
    func ask() {}

    /// A program of the host has no app id before it says which, once and before all else. A portal that does not take it
    /// would lose notifications without a word, so it is not used; nor is one without this interface.
    private func register(at owner: String) {
        self.owner = owner
        standing = .registering
        call("Register", Banner.desktopEntry, [String: Variant](), of: "org.freedesktop.host.portal.Registry") {
            [unowned self] reply in
            guard isRegistering(at: owner) else { return }
            guard case .success = reply else { return become(.missing) }
            call("GetAll", Self.interface, of: StandardInterface.properties) { [unowned self] reply in
                guard isRegistering(at: owner) else { return }
                let traits = (try? reply.get().read([String: Variant].self)).flatMap { Traits($0) }
                become(traits.map { .ready($0) } ?? .missing)
            }
        }
    }

    /// False where the portal has gone, or is another one, since it was asked.
    private func isRegistering(at owner: String) -> Bool {
        if case .registering = standing { self.owner == owner } else { false }
    }

    private func become(_ next: Standing) {
        let wasReady = isReady
        standing = next
        switch next {
        case .ready: tell(.found)
        case .registering where !wasReady: break
        case .missing, .registering: tell(wasReady ? .lost : .missing)
        }
    }

    /// Noted before it is shown: the id is known.
    func show(_ banner: Banner, of call: String, then completion: @escaping (Bool) -> Void) {
        guard let traits else { return completion(false) }
        shown.insert(call)
        self.call("AddNotification", call, banner.portal(traits)) { [unowned self] reply in
            if case .failure(let error) = reply {
                log("AddNotification: \(error.message)")
                giveUp()
            }
            completion((try? reply.get()) != nil)
        }
    }

    /// Nobody may miss a call because it takes no more, nor see one twice.
    private func giveUp() {
        guard traits != nil else { return }
        for call in shown { close(call) }
        become(.missing)
    }

    func close(_ call: String) {
        guard shown.remove(call) != nil else { return }
        self.call("RemoveNotification", call) { _ in }
    }

    private func call<each Argument: BusValue>(
        _ member: String, _ arguments: repeat each Argument, of interface: String = PortalNotifications.interface,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        let target = CallTarget(owner, Self.path, interface, member)
        do throws(BusError) {
            try connection.callAsync(target, repeat each arguments, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// After the button's target, if it has one, comes what the platform adds: a token. Some take the notification away
    /// now, and do not say so.
    private func heard(_ signal: Message) {
        guard let values = try? signal.values(), values.count >= 2, let call = values[0].string, shown.contains(call),
            let key = values[1].string
        else { return }
        let parameters = values.dropFirst(2).first?.array(of: "v") ?? []
        let tokens = parameters.compactMap { $0.contents.dictionary?["activation-token"]?.string }
        tell(.pressed(call, key: key, token: tokens.first ?? ""))
        tell(.closed(call, .pressed(key: key)))
    }
}

extension Variant {
    /// What is in a variant in a variant.
    fileprivate var contents: Variant {
        guard case .variant(let value) = self else { return self }
        return value.contents
    }
}
