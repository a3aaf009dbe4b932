// SPDX-License-Identifier: MIT

@_spi(Companions) import CallLibrary
import Foundation
import SDBus

/// The notifications of this process at the server. Lives on the session thread.
final class NotificationBoard {
    private static let name: BusName = "org.freedesktop.Notifications"
    private static let path: ObjectPath = "/org/freedesktop/Notifications"
    private static let interface: InterfaceName = "org.freedesktop.Notifications"
    /// Only the session thread touches it.
    private nonisolated(unsafe) static var own: NotificationBoard?

    /// Runs `body` on the session thread.
    static func perform(_ body: @escaping @Sendable (NotificationBoard) -> Void) {
        SessionThread.perform { thread in
            let board = own ?? NotificationBoard(thread)
            own = board
            body(board)
        }
    }

    private let thread: SessionThread
    /// The server whose presses are heard; nil until this process shows something on this bus.
    private var followed: (server: RemoteName, signals: BusSlot)?
    /// By identifiers of requests.
    private var pending: [String: Pending] = [:]
    private var delivered: [String: Delivered] = [:]
    private let line = WaitingSteps()

    private struct Pending {
        let request: UNNotificationRequest
        let timer: SDBus.Timer?
    }

    fileprivate struct Delivered {
        let id: UInt32
        let notification: UNNotification
        /// The actions in the order of their keys at the server: "0", "1", …
        let category: UNNotificationCategory?
    }

    /// What the server can do.
    struct Server {
        let hasButtons: Bool
        let readsMarkup: Bool
    }

    private init(_ thread: SessionThread) {
        self.thread = thread
        thread.onDisconnect { [unowned self] in (followed, delivered) = (nil, [:]) }
    }

    // MARK: Requests

    var pendingRequests: [UNNotificationRequest] { pending.values.map(\.request) }
    var deliveredNotifications: [UNNotification] {
        delivered.values.map(\.notification).sorted { $0.date < $1.date }
    }

    func add(_ request: UNNotificationRequest, then completion: @escaping ((any Error)?) -> Void) {
        pending[request.identifier] = nil
        guard let trigger = request.trigger as? UNTimeIntervalNotificationTrigger else {
            return show(request, then: completion)
        }
        wait(trigger, for: request)
        completion(nil)
    }

    private func wait(_ trigger: UNTimeIntervalNotificationTrigger, for request: UNNotificationRequest) {
        let timer = thread.timer(after: UInt64(trigger.timeInterval * 1e6)) { [unowned self] in
            pending[request.identifier] = nil
            show(request) { _ in }
            if trigger.repeats { wait(trigger, for: request) }
        }
        pending[request.identifier] = Pending(request: request, timer: timer)
    }

    func removePending(where fits: (String) -> Bool) { pending = pending.filter { !fits($0.key) } }

    func removeDelivered(where fits: @escaping (String) -> Bool) {
        afterEarlierOnes { board in
            for (identifier, one) in board.delivered where fits(identifier) {
                board.delivered[identifier] = nil
                board.close(one)
            }
        }
    }

    /// Calls `body` when the notifications that were added before are shown.
    func afterEarlierOnes(_ body: @escaping (NotificationBoard) -> Void) {
        line.add { [unowned self] done in
            body(self)
            done()
        }
    }

    // MARK: The server

    /// Asks the server for its abilities; nil = there is none. The bus starts one if it can.
    func ask(then completion: @escaping (Server?) -> Void) {
        call("GetCapabilities") { [unowned self] reply in
            guard let capabilities = try? reply.get().read([String].self) else { return completion(nil) }
            call("GetServerInformation") { reply in
                let name = (try? reply.get().read(String.self)) ?? ""
                completion(
                    Server(
                        hasButtons: capabilities.contains("actions"),
                        // dunst reads markup also if it does not say so.
                        readsMarkup: capabilities.contains("body-markup") || name.lowercased() == "dunst"))
            }
        }
    }

    /// One at a time, so that a request replaces the one before it.
    private func show(_ request: UNNotificationRequest, then completion: @escaping ((any Error)?) -> Void) {
        line.add { [unowned self] done in
            ask { [unowned self] server in
                guard let server else {
                    completion(
                        UNError(
                            code: .notificationsNotAllowed,
                            message: "There is no notification server that this app may use; start one."))
                    return done()
                }
                notify(request, server) { error in
                    completion(error)
                    done()
                }
            }
        }
    }

    private func notify(
        _ request: UNNotificationRequest, _ server: Server, then completion: @escaping ((any Error)?) -> Void
    ) {
        let category = UNUserNotificationCenter.current().category(request.content.categoryIdentifier)
        guard let message = NotifyArguments(request.content, category, server) else {
            let error = "The notification has no text; set its title or its body."
            return completion(UNError(code: .notificationInvalidNoContent, message: error))
        }
        let replaced = delivered[request.identifier]?.id ?? 0
        let target = Self.target("Notify")
        do throws(BusError) {
            try watch().callAsync(
                target, ProcessInfo.processInfo.processName, replaced, "", message.summary, message.body,
                message.actions, message.hints, Int32(-1)
            ) { [unowned self] reply in
                do throws(BusError) {
                    let id = try reply.get().read(UInt32.self)
                    delivered[request.identifier] = Delivered(
                        id: id, notification: UNNotification(request), category: category)
                    completion(nil)
                } catch {
                    completion(UNError(code: .notificationsNotAllowed, message: error.message))
                }
            }
        } catch {
            completion(UNError(code: .notificationsNotAllowed, message: error.message))
        }
    }

    private func close(_ one: Delivered) {
        // The server returns an error if it is closed already.
        _ = try? watch().callAsync(Self.target("CloseNotification"), one.id) { _ in }
    }

    private func call(_ member: MemberName, then completion: @escaping (Result<Message, BusError>) -> Void) {
        thread.call(Self.target(member), timeout: 0, then: completion)
    }

    private static func target(_ member: MemberName) -> CallTarget { CallTarget(name, path, interface, member) }

    /// The connection, with what tells of presses.
    private func watch() throws(BusError) -> BusConnection {
        let connection = try thread.connection()
        guard followed == nil else { return connection }
        let server = RemoteName(Self.name, on: connection)
        let signals = try server.onSignal(path: Self.path, interface: Self.interface) { [unowned self] in received($0) }
        // A new server does not have the notifications of the old one.
        try server.begin { [unowned self] _ in delivered = [:] }
        followed = (server, signals)
        return connection
    }

    /// Some servers tell all programs, so ids of others come too.
    private func received(_ signal: Message) {
        switch signal.member {
        case "ActionInvoked":
            guard let (id, key) = try? signal.read(UInt32.self, String.self),
                let (identifier, one) = delivered.first(where: { $0.value.id == id }),
                let action = key == "default" ? UNNotificationDefaultActionIdentifier : one.action(key)
            else { return }
            // A notification leaves the screen after a press, as on iOS. Many servers close it by themselves then.
            delivered[identifier] = nil
            close(one)
            UNUserNotificationCenter.current().respond(one.notification, action)
        case "NotificationClosed":
            guard let (id, reason) = try? signal.read(UInt32.self, UInt32.self),
                let (identifier, one) = delivered.first(where: { $0.value.id == id })
            else { return }
            delivered[identifier] = nil
            guard reason == Self.dismissed, one.category?.options.contains(.customDismissAction) == true else { return }
            UNUserNotificationCenter.current().respond(one.notification, UNNotificationDismissActionIdentifier)
        default: break
        }
    }

    /// The specification's reason for a dismissal by the user.
    private static let dismissed: UInt32 = 2
}

extension NotificationBoard.Delivered {
    /// The identifier of the action with that key.
    fileprivate func action(_ key: String) -> String? {
        guard let index = Int(key), let actions = category?.actions, actions.indices.contains(index) else { return nil }
        return actions[index].identifier
    }
}

/// Content as arguments of `Notify`.
struct NotifyArguments {
    let summary: String
    let body: String
    /// Keys and titles in turn.
    let actions: [String]
    let hints: [String: Variant]

    /// nil without any text.
    init?(_ content: UNNotificationContent, _ category: UNNotificationCategory?, _ server: NotificationBoard.Server) {
        let texts = [content.title, content.subtitle, content.body].filter { !$0.isEmpty }
        guard let first = texts.first else { return nil }
        let rest = texts.dropFirst().joined(separator: "\n")
        (summary, body) = (first, server.readsMarkup ? Self.escaped(rest) : rest)
        let buttons = (category?.actions ?? []).enumerated().flatMap { [String($0.offset), $0.element.title] }
        actions = server.hasButtons ? ["default", ""] + buttons : []
        hints = Self.hints(content)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func hints(_ content: UNNotificationContent) -> [String: Variant] {
        let urgency: UInt8 =
            switch content.interruptionLevel {
            case .passive: 0
            case .active, .timeSensitive: 1
            case .critical: 2
            }
        var hints: [String: Variant] = ["urgency": .byte(urgency)]
        // By its desktop file the server finds the app's icon and the user's settings for it.
        if let entry = AppIdentity.desktopEntry { hints["desktop-entry"] = .string(entry) }
        if let sound = content.sound {
            hints.merge(Self.hints(sound)) { $1 }
        } else {
            hints["suppress-sound"] = .bool(true)
        }
        return hints
    }

    private static func hints(_ sound: UNNotificationSound) -> [String: Variant] {
        guard let name = sound.name?.rawValue else { return ["sound-name": .string("message-new-instant")] }
        let folder = Bundle.main.executableURL?.deletingLastPathComponent().path ?? ""
        let files =
            name.hasPrefix("/") ? [name] : [Bundle.main.path(forResource: name, ofType: nil), "\(folder)/\(name)"]
        guard let file = files.compactMap({ $0 }).first(where: FileManager.default.fileExists(atPath:)) else {
            return ["sound-name": .string(name)]
        }
        return ["sound-file": .string(file)]
    }
}

/// Steps that wait for replies, one at a time in their order. For one thread.
final class WaitingSteps {
    /// Calls `done` once.
    typealias Step = (_ done: @escaping () -> Void) -> Void

    private var steps: [Step] = []
    private var isBusy = false

    func add(_ step: @escaping Step) {
        steps.append(step)
        next()
    }

    private func next() {
        guard !isBusy, !steps.isEmpty else { return }
        isBusy = true
        let step = steps.removeFirst()
        step { [self] in
            isBusy = false
            next()
        }
    }
}
