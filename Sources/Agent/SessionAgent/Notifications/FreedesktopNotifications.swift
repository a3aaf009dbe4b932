// SPDX-License-Identifier: MIT

import ConfigurationText
import SDBus

/// The desktop's notification server with the interface that every desktop has.
final class FreedesktopNotifications: NotificationServer {
    static let name: BusName = "org.freedesktop.Notifications"
    static let path: ObjectPath = "/org/freedesktop/Notifications"
    static let interface: InterfaceName = "org.freedesktop.Notifications"

    /// The server's name and abilities.
    struct Traits: Hashable {
        var capabilities: Set<String> = []
        var name = ""
        var version = ""

        var isGnomeShell: Bool { name.lowercased() == "gnome-shell" }
        /// GNOME before 46 removes the buttons of a visible notification when it is replaced, and shows no new ones.
        var losesButtons: Bool { isGnomeShell && Int(version.prefix { $0.isNumber }) ?? 46 < 46 }
        /// The click that a notification reacts to if the server shows no buttons: dunst and mako accept actions, and
        /// show none. Nil if it shows buttons.
        var click: Banner.Click? {
            guard capabilities.contains("actions") else { return nil }
            return switch name.lowercased() {
            case "dunst": .middle
            case "mako": .left
            default: nil
            }
        }
        /// A notification replaces an earlier one with the same tag.
        var replacesByTag: Bool {
            capabilities.contains("x-dunst-stack-tag") || ["dunst", "mako"].contains(name.lowercased())
        }
        /// dunst reads markup also if it is not configured to and does not say so.
        var readsMarkup: Bool { capabilities.contains("body-markup") || name.lowercased() == "dunst" }
    }

    var isReady: Bool { traits != nil }
    private(set) var isMissing = false
    var hasButtons: Bool { traits?.capabilities.contains("actions") == true }
    var room: Int? { traits?.isGnomeShell == true ? 3 : nil }
    var shown: Set<String> { Set(sent.keys) }

    /// Nil until the server has answered.
    private var traits: Traits?

    /// What the server has got for a call.
    private struct Sent: Hashable {
        /// 0 if the server has not answered yet, perhaps to an agent that was killed meanwhile.
        var id: UInt32 = 0
        var keys = ActionKeys()
        /// The notification offers to open the window.
        var offersOpen = false
    }

    /// By call, so that a new agent replaces the notifications of a killed one, and hears of presses there.
    private var sent: [String: Sent] = [:] {
        didSet {
            guard sent != oldValue else { return }
            journal.write(sent.map { [server.owner ?? "", $0.key, String($0.value.id)] + $0.value.keys.all })
        }
    }
    /// The ids that notifications had before they closed. A server with a history shows them again when its user wants
    /// that.
    private var former: [(call: String, id: UInt32)] = []
    /// Older ones are forgotten: no history is longer in practice.
    private static let mostFormer = 64
    /// The last activation token, for the press that follows.
    private var token: (id: UInt32, text: String)?
    /// The last press; the server may still close the notification because of it. The key is nil if another program has
    /// chosen it.
    private var pressed: (id: UInt32, key: String?)?
    private let server: RemoteName
    private let journal: Journal
    private let log: Log
    private var slot: BusSlot?
    private var notify: (NotificationEvent) -> Void = { _ in }

    init(_ connection: BusConnection, _ journal: Journal, log: Log) {
        server = RemoteName(Self.name, on: connection)
        self.journal = journal
        self.log = log
    }

    func begin(_ notify: @escaping (NotificationEvent) -> Void) throws(BusError) {
        self.notify = notify
        slot = try server.onSignal(path: Self.path, interface: Self.interface) { [unowned self] in received($0) }
        try server.begin { [unowned self] in changed($0) }
        // If none runs, the bus starts one for the first call.
        if server.owner == nil { lookForStarter() }
    }

    private func changed(_ owner: String?) {
        (traits, sent, former) = (nil, [:], [])
        if let owner { return meet(owner) }
        notify(.lost)
        lookForStarter()
    }

    /// Finds out whether the bus can start a server. It starts none, because that could displace the desktop's own.
    private func lookForStarter() {
        server.connection.ask(.bus("ListActivatableNames")) { [unowned self] reply in
            guard server.owner == nil, let names = try? reply.get().read([String].self) else { return }
            if !names.contains(Self.name.text) { miss() }
        }
    }

    private func miss() {
        isMissing = true
        notify(.missing)
    }

    private func meet(_ owner: String) {
        let records = journal.read().filter { $0.count >= 3 && $0[0] == owner }
        let known = records.compactMap { record in
            UInt32(record[2]).map { (record[1], Sent(id: $0, keys: ActionKeys(all: Array(record.dropFirst(3))))) }
        }
        sent = Dictionary(known) { $1 }
        ask()
    }

    func ask() {
        server.callNotifications("GetCapabilities") { [unowned self] reply in
            guard let capabilities = try? reply.get().read([String].self) else {
                if traits == nil { miss() }
                return
            }
            server.callNotifications("GetServerInformation") { [unowned self] reply in
                let (name, _, version) = (try? reply.get().read(String.self, String.self, String.self)) ?? ("", "", "")
                traits = Traits(capabilities: Set(capabilities), name: name, version: version)
                isMissing = false
                notify(.found)
            }
        }
    }

    func show(_ banner: Banner, of call: String, then completion: @escaping (Bool) -> Void) {
        let traits = traits ?? Traits()
        if traits.losesButtons { withdraw(call) }
        if banner.kind == .unanswered { closeFormer(call) }
        var next = sent[call] ?? Sent()
        let (icon, body, actions, hints) = banner.freedesktop(traits, &next.keys)
        next.offersOpen = banner.offersOpen(traits)
        let (id, shown) = (next.id, next)
        sent[call] = next
        // A late answer has an id too, which closes the notification.
        server.callNotifications(
            "Notify", "MonkeyCall", id, icon, banner.summary, body, actions,
            id == 0 ? hints.merging(Self.tag(call)) { $1 } : hints, Int32(0), timeout: .max
        ) { [unowned self] reply in
            if case .failure(let error) = reply { log("cannot show a call", error) }
            let id = try? reply.get().read(UInt32.self)
            sent[call] = id.map { Sent(id: $0, keys: shown.keys, offersOpen: shown.offersOpen) }
            completion(id != nil)
        }
    }

    func close(_ call: String) {
        closeFormer(call)
        withdraw(call)
    }

    /// The notifications of a call that the user has put away may be on the screen again. GNOME shows none again.
    private func closeFormer(_ call: String) {
        guard room == nil else { return }
        for old in former where old.call == call { server.callNotifications("CloseNotification", old.id) }
    }

    private func withdraw(_ call: String) {
        guard let id = sent[call]?.id else { return }
        // The server returns an error if it is closed already.
        if id != 0 { server.callNotifications("CloseNotification", id) } else { closeByTag(call) }
        forget(call, id)
    }

    private func forget(_ call: String, _ id: UInt32) {
        sent[call] = nil
        guard id != 0 else { return }
        former.append((call: call, id: id))
        if former.count > Self.mostFormer { former.removeFirst() }
    }

    /// The tag also replaces a notification of an agent that was killed before it got the id. Only used without an id:
    /// mako crashes or hangs if it gets both.
    private static func tag(_ call: String) -> [String: Variant] { ["x-dunst-stack-tag": .string(call)] }

    private func closeByTag(_ call: String) {
        guard traits?.replacesByTag == true else { return }
        server.callNotifications("Notify", "MonkeyCall", UInt32(0), "", "", "", [String](), Self.tag(call), Int32(1)) {
            [unowned self] reply in
            if let id = try? reply.get().read(UInt32.self) { server.callNotifications("CloseNotification", id) }
        }
    }

    /// Some servers broadcast, so the agent also gets ids of other programs. 0 is no id.
    private func received(_ signal: Message) {
        guard let (id, value) = Self.idAndText(of: signal), id != 0 else { return }
        guard let (call, known) = sent.first(where: { $0.value.id == id }) else {
            // A notification of the past, which its server shows again, does nothing and goes.
            let isOld = signal.member == "ActionInvoked" && former.contains { $0.id == id }
            return isOld ? server.callNotifications("CloseNotification", id) : ()
        }
        switch signal.member {
        case "ActivationToken": token = (id, value)
        case "ActionInvoked":
            let isClick = value == Banner.defaultKey
            // MATE tells also of a click that was not offered, and that closes the notification. It presses no button.
            if isClick, !known.offersOpen { break }
            let key = isClick ? Banner.open : known.keys.button(value)
            pressed = (id, key)
            // Xfce and MATE close it in spite of `resident`, at once and with the reason of a dismissal. A close that
            // comes before the answer to this call belongs to the press.
            server.callNotifications("GetServerInformation") { [unowned self] _ in pressed = nil }
            if let key { notify(.pressed(call, key: key, token: token?.id == id ? token?.text ?? "" : "")) }
            token = nil
        case "NotificationClosed":
            forget(call, id)
            notify(.closed(call, closing(id, value)))
        default: break
        }
    }

    /// The specification's reasons for a dismissal by the user, and for a call of `CloseNotification`. The agent
    /// forgets an id before it closes it, so such a call for a known id is another program's.
    private static let (dismissed, removed) = ("2", "3")

    /// A notification that closes after a press of another program's key was that program's.
    private func closing(_ id: UInt32, _ reason: String) -> Closing {
        if let pressed, pressed.id == id { return pressed.key.map { Closing.pressed(key: $0) } ?? .removed }
        return switch reason {
        case Self.dismissed: .dismissed
        case Self.removed: .removed
        default: .expired
        }
    }

    /// The value is the key, the token or the reason.
    private static func idAndText(of signal: Message) -> (UInt32, String)? {
        if signal.member == "NotificationClosed" {
            return (try? signal.read(UInt32.self, UInt32.self)).map { ($0.0, String($0.1)) }
        }
        return try? signal.read(UInt32.self, String.self)
    }
}

extension Banner {
    /// Icon, body, actions and hints of `Notify` for that server. `keys` gets the keys of new buttons.
    func freedesktop(
        _ traits: FreedesktopNotifications.Traits, _ keys: inout ActionKeys
    ) -> (icon: String, body: String, actions: [String], hints: [String: Variant]) {
        let text = lines(traits.click).joined(separator: "\n")
        var actions = buttons.flatMap { [keys.key(of: $0.rawValue), $0.label] }
        // Xfce shows it as a button in place of a click, so it is the last one.
        if offersOpen(traits) { actions += [Self.defaultKey, Catalogue.text("Open the Window")] }
        var hints: [String: Variant] = [
            "category": .string(kind.category),
            // A critical notification stays until the user acts, also over a full screen. The others need not.
            "urgency": .byte(isUrgent ? 2 : isQuiet ? 0 : 1),
            "resident": .bool(true),
            // The agent rings.
            "suppress-sound": .bool(true),
            "desktop-entry": .string(Self.desktopEntry),
        ]
        if let picture { hints["image-path"] = .string("file://" + picture.path) }
        return (icon.nameOrURI, traits.readsMarkup ? text.escapedForMarkup : text, actions, hints)
    }

    /// The specification's key of a click beside the buttons. It never answers, ends or dials: some servers let other
    /// programs click, apps in sandboxes among them.
    static let defaultKey = "default"

    /// A server that shows no buttons presses the only one by a click if there is no default action.
    func offersOpen(_ traits: FreedesktopNotifications.Traits) -> Bool { opensWindow || traits.click != nil }
}

extension RemoteName {
    /// Calls a method of the notification server that has this name. The bus starts one if none runs.
    func callNotifications<each Argument: BusValue>(
        _ member: MemberName, _ arguments: repeat each Argument, timeout: UInt64 = 0,
        then completion: @escaping (Result<Message, BusError>) -> Void = { _ in }
    ) {
        call(
            FreedesktopNotifications.path, FreedesktopNotifications.interface, member, repeat each arguments,
            timeout: timeout, starts: true, then: completion)
    }
}

extension String {
    var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
