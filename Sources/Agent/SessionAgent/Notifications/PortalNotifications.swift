// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import SDBus

/// The desktop's portal, from version 2 of its interface on, if the desktop knows calls. Then it is preferred, because
/// it can show a notification as a call, also on a locked screen. Earlier versions have no category, and
/// `FreedesktopNotifications` shows more.
///
/// It never reports a dismissal.
final class PortalNotifications: NotificationServer {
    private static let interface: InterfaceName = "org.freedesktop.portal.Notification"

    /// `SupportedOptions`.
    struct Traits: Hashable {
        var categories: Set<String> = []
        var purposes: Set<String> = []

        /// Nil if the portal cannot show calls.
        init?(_ properties: [String: Variant]) {
            guard properties["version"]?.uint32 ?? 0 >= 2 else { return nil }
            let options = properties["SupportedOptions"]?.dictionary ?? [:]
            categories = Set(options["category"]?.strings ?? [])
            purposes = Set(options["button-purpose"]?.strings ?? [])
            guard categories.contains(Banner.Kind.incoming.category) else { return nil }
        }
    }

    private enum Standing {
        case missing
        /// It has not reported its abilities yet.
        case registering
        case ready(Traits)
    }

    var isReady: Bool { traits != nil }
    var isMissing: Bool { if case .missing = standing { true } else { false } }
    let hasButtons = true
    /// The portal does not tell its server, which may be GNOME's.
    let room: Int? = 3
    var shown: Set<String> { Set(sent.keys) }
    /// The keys of each notification's buttons, by the call's id. The program that shows the notifications outlives the
    /// portal, and may itself show them at a server where every program can replace them.
    private var sent: [String: ActionKeys] {
        didSet { if sent != oldValue { journal.write(sent.map { [$0.key] + $0.value.all }) } }
    }

    private var standing = Standing.missing
    private var traits: Traits? { if case .ready(let traits) = standing { traits } else { nil } }
    private let portal: RemoteName
    private let journal: Journal
    private let log: Log
    private var slot: BusSlot?
    private var notify: (NotificationEvent) -> Void = { _ in }

    init(_ connection: BusConnection, _ journal: Journal, log: Log) {
        portal = RemoteName(DesktopPortal.name, on: connection)
        self.journal = journal
        self.log = log
        let known = journal.read().compactMap { record in
            record.first.map { ($0, ActionKeys(all: Array(record.dropFirst()))) }
        }
        sent = Dictionary(known) { $1 }
    }

    func begin(_ notify: @escaping (NotificationEvent) -> Void) throws(BusError) {
        self.notify = notify
        slot = try portal.onSignal(path: DesktopPortal.path, interface: Self.interface, member: "ActionInvoked") {
            [unowned self] in received($0)
        }
        try portal.begin(skipsGaps: true) { [unowned self] owner in
            become(owner == nil ? .missing : .registering)
            if owner != nil { register() }
        }
    }

    /// Does not start the portal: a portal that starts too early misses its desktop, and the other server can be used.
    func ask() {}

    /// A portal that refuses, or that has no such interface, would drop notifications silently, so the agent does not
    /// use it.
    private func register() {
        portal.registerAtPortal { [unowned self] reply in
            guard case .success = reply else { return become(.missing) }
            portal.ask(DesktopPortal.path, StandardInterface.properties, "GetAll", Self.interface.text) {
                [unowned self] reply in
                let traits = (try? reply.get().read([String: Variant].self)).flatMap { Traits($0) }
                become(traits.map { .ready($0) } ?? .missing)
            }
        }
    }

    private func become(_ next: Standing) {
        let wasReady = isReady
        standing = next
        switch next {
        case .ready: notify(.found)
        case .registering where !wasReady: break
        case .missing, .registering: notify(wasReady ? .lost : .missing)
        }
    }

    /// The id is known before the answer, so the call counts as shown at once.
    func show(_ banner: Banner, of call: String, then completion: @escaping (Bool) -> Void) {
        guard let traits else { return completion(false) }
        var keys = sent[call] ?? ActionKeys()
        let wire = banner.portal(traits, &keys)
        sent[call] = keys
        portal.ask(DesktopPortal.path, Self.interface, "AddNotification", call, wire) { [unowned self] reply in
            if case .failure(let error) = reply {
                log("the portal cannot show a call", error)
                giveUp()
            }
            completion((try? reply.get()) != nil)
        }
    }

    /// The portal refuses notifications: the user must neither miss a call nor see it twice.
    private func giveUp() {
        guard traits != nil else { return }
        for call in shown { close(call) }
        become(.missing)
    }

    func close(_ call: String) {
        guard sent.removeValue(forKey: call) != nil else { return }
        portal.call(DesktopPortal.path, Self.interface, "RemoveNotification", call)
    }

    /// After the button's target, if any, come the platform's data: a token. Some portals close the notification now,
    /// and do not report it.
    private func received(_ signal: Message) {
        guard let values = try? signal.values(), values.count >= 2, let call = values[0].string, let keys = sent[call],
            let value = values[1].string
        else { return }
        guard let key = value == Banner.open ? value : keys.button(value) else {
            return notify(.closed(call, .removed))
        }
        let parameters = values.dropFirst(2).first?.array(of: "v") ?? []
        let tokens = parameters.compactMap { $0.contents.dictionary?["activation-token"]?.string }
        notify(.pressed(call, key: key, token: tokens.first ?? ""))
        notify(.closed(call, .pressed(key: key)))
    }
}

extension Variant {
    /// The inner value of a variant in a variant.
    fileprivate var contents: Variant {
        guard case .variant(let value) = self else { return self }
        return value.contents
    }
}

extension Banner {
    /// The notification of `AddNotification`, with only what version 2 of the specification has and that server knows.
    /// `keys` gets the keys of new buttons.
    func portal(_ traits: PortalNotifications.Traits, _ keys: inout ActionKeys) -> [String: Variant] {
        let buttons = buttons.map { portal($0, keys.key(of: $0.rawValue), traits) }
        var wire: [String: Variant] = [
            "title": .string(summary),
            // Plain text; markup would be `markup-body`.
            "body": .string(lines(nil).joined(separator: "\n")),
            "priority": .string(isUrgent ? "urgent" : isQuiet ? "low" : "normal"),
            // The agent rings.
            "sound": .string("silent"),
            // Without it a click would activate the agent as an app.
            "default-action": .string(Self.open),
            "buttons": .dictionaries(buttons),
            "icon": icon.portal,
        ]
        if traits.categories.contains(kind.category) { wire["category"] = .string(kind.category) }
        return wire
    }

    private func portal(
        _ button: Button, _ key: String, _ traits: PortalNotifications.Traits
    ) -> [String: Variant] {
        var wire: [String: Variant] = ["label": .string(button.label), "action": .string(key)]
        if let purpose = purpose(of: button), traits.purposes.contains(purpose) { wire["purpose"] = .string(purpose) }
        return wire
    }

    /// The purposes that the specification has for `call.incoming` and `call.ongoing`. Only one button may accept: the
    /// last one that does.
    private func purpose(of button: Button) -> String? {
        switch button {
        case .call(.answer), .call(.holdAndAnswer), .call(.endAndAnswer):
            button == buttons.last { if case .call(let other) = $0 { other.answers } else { false } }
                ? "call.accept" : nil
        case .call(.decline): "call.decline"
        case .call(.end): "call.hang-up"
        case .call, .callBack, .block, .placeCall, .cancel, .allowApp, .refuseApp, .playTones: nil
        }
    }
}
