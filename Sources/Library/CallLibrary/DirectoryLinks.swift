// SPDX-License-Identifier: MIT

package import CallInterface
import Foundation
import Glibc
package import SDBus
import Synchronization

/// A call directory extension on the session bus: takes its name, and hands each request to `begin` on the session
/// thread.
///
/// The bus starts the process for a request, so it exits when it has had none for a while.
package final class ExtensionService {
    private let identifier: String
    private let begin: (ListLoadLink) -> Void
    private let thread: SessionThread
    /// The loads that have not ended.
    private var running = 0
    private var timer: SDBus.Timer?
    /// Microseconds.
    private static let idleTime: UInt64 = 5_000_000
    private static let graceTime: UInt64 = 1_000_000

    /// Serves until the process exits.
    package static func run(_ identifier: String, _ begin: @escaping @Sendable (ListLoadLink) -> Void) {
        SessionThread.perform { thread in
            let service = ExtensionService(identifier, thread, begin)
            do throws(BusError) { try service.serve() } catch { service.fail(error.message) }
        }
    }

    private init(_ identifier: String, _ thread: SessionThread, _ begin: @escaping (ListLoadLink) -> Void) {
        (self.identifier, self.thread, self.begin) = (identifier, thread, begin)
    }

    private func serve() throws(BusError) {
        guard let name = BusName(identifier) else { throw .invalidArgs("This identifier is no name on the bus.") }
        let path = ObjectPath(ofProgram: name)
        let table = Interface<ExtensionService>(
            DirectoryName.extension,
            [
                .deferredMethod(
                    DirectoryMethod.beginRequest.member, takes: ("load", ObjectPath.self), ("incremental", Bool.self)
                ) { (service, call, reply, load, isIncremental) in
                    service.request(call.sender, load, isIncremental: isIncremental, reply)
                }
            ])
        let connection = try thread.connection()
        // The finder keeps this object alive.
        let finder = ObjectFinder<ExtensionService>(on: connection) { found, _ in found == path ? self : nil }
        try connection.export(under: path, nodes: { _, _ in [] }, [ExportedInterface(table, finder) { $0 }])
        thread.onDisconnect { exit(0) }
        try connection.requestName(name)
        waitForRequest()
    }

    private func request(_ sender: String, _ path: ObjectPath, isIncremental: Bool, _ reply: PendingReply<>) {
        timer = nil
        running += 1
        begin(
            ListLoadLink(BusName(trusted: sender), path, isIncremental: isIncremental) { [self] error in
                if let error { reply.fail(error) } else { reply.succeed() }
                running -= 1
                if running == 0 { waitForRequest() }
            })
    }

    private func waitForRequest() { timer = thread.timer(after: Self.idleTime) { [self] in leave() } }

    /// Gives the name back first, so that the bus starts another process for the next request. A request that is on its
    /// way still arrives here.
    private func leave() {
        _ = try? thread.connection().call(.bus("ReleaseName"), identifier)
        timer = thread.timer(after: Self.graceTime) { exit(0) }
    }

    private func fail(_ reason: String) {
        FileHandle.standardError.write(Data("\(identifier): \(reason)\n".utf8))
        exit(1)
    }
}

/// The load of an extension's request, for one thread at a time that is not the session thread.
package final class ListLoadLink: Sendable {
    /// The directory's connection, and the load.
    private let destination: BusName
    private let path: ObjectPath
    /// Whether the load changes the old lists.
    package let isIncremental: Bool
    /// The calls that may wait for their replies: the directory allows 8 MiB of them.
    private let window = DispatchSemaphore(value: callsAhead)
    private static let callsAhead = 32
    private let firstError = Mutex<BusError?>(nil)
    /// Replies to the request, on the session thread.
    private let ended: Confined<(BusError?) -> Void>

    init(_ destination: BusName, _ path: ObjectPath, isIncremental: Bool, ended: @escaping (BusError?) -> Void) {
        (self.destination, self.path, self.isIncremental) = (destination, path, isIncremental)
        self.ended = Confined(ended)
    }

    /// The refusal of the first call that was refused; nil = none yet.
    package var error: BusError? { firstError.withLock { $0 } }

    /// Sends a call. Waits while too many calls wait for their replies.
    package func send<Argument: BusValue & Sendable>(_ method: DirectoryMethod, _ argument: Argument) {
        window.wait()
        let target = target(method)
        SessionThread.perform { [self] thread in
            thread.call(target, argument) { [self] result in
                if case .failure(let error) = result { note(error) }
                window.signal()
            }
        }
    }

    /// Makes the lists visible. The completion comes behind the replies to all calls before, with the reason if the
    /// directory refused one of them.
    package func commit(then completion: @escaping @Sendable (BusError?) -> Void) {
        let target = target(.commitLoad)
        SessionThread.perform { [self] thread in
            thread.call(target) { [self] result in
                if case .failure(let refusal) = result { note(refusal) }
                completion(error)
                ended.value(nil)
            }
        }
    }

    /// Ends the request. The directory keeps the old lists, and tells the reason to the app that wanted the new ones.
    package func refuse(because error: BusError, then completion: @escaping @Sendable () -> Void) {
        SessionThread.perform { [self] _ in
            ended.value(error)
            completion()
        }
    }

    private func note(_ error: BusError) {
        let isFirst = firstError.withLock { first in
            defer { if first == nil { first = error } }
            return first == nil
        }
        if isFirst { NSLog("CallKit: the directory refused the list: %@", error.message) }
    }

    private func target(_ method: DirectoryMethod) -> CallTarget {
        CallTarget(destination, path, method.interface, method.member)
    }
}

/// Follows the history of the user's directory until the process exits, also to the next directory if one has gone, and
/// to the next session bus. It starts the directory if the bus can.
package final class HistoryWatch {
    private let thread: SessionThread
    private let notify: @Sendable () -> Void
    /// nil while there is no bus.
    private var directory: RemoteName?
    private var slots: [BusSlot] = []
    private var retry: SDBus.Timer?
    /// Whether there was a directory before.
    private var hadOne = false
    /// In microseconds.
    private static let pause: UInt64 = 1_000_000

    /// Calls `notify` on the session thread when the history has changed, or may have.
    package static func begin(_ notify: @escaping @Sendable () -> Void) {
        SessionThread.perform { thread in
            let watch = HistoryWatch(thread, notify)
            // The handler keeps it alive.
            thread.onDisconnect { watch.followLater() }
            watch.follow()
        }
    }

    private init(_ thread: SessionThread, _ notify: @escaping @Sendable () -> Void) {
        (self.thread, self.notify) = (thread, notify)
    }

    private func followLater() {
        (slots, directory) = ([], nil)
        retry = thread.timer(after: Self.pause) { [unowned self] in
            retry = nil
            follow()
        }
    }

    private func follow() {
        do throws(BusError) {
            let directory = RemoteName(DirectoryName.bus, on: try thread.connection())
            self.directory = directory
            slots = [
                try directory.onUnicastSignal(interface: DirectoryName.history) { [unowned self] signal in
                    if signal.member == DirectoryName.changed.text { notify() }
                },
                try directory.onUnicastSignal(interface: DirectoryName.interface) { [unowned self] signal in
                    if signal.endsSubscription { subscribe { [unowned self] in notify() } }
                },
            ]
            try directory.begin { [unowned self] in if $0 != nil { found() } }
            if directory.owner == nil { subscribe() }
        } catch {
            followLater()
        }
    }

    /// A directory that was away may have recorded calls meanwhile.
    private func found() {
        let isBack = hadOne
        hadOne = true
        subscribe { [unowned self] in if isBack { notify() } }
    }

    /// The directory refuses an app in a sandbox, which then hears nothing.
    private func subscribe(then completion: @escaping () -> Void = {}) {
        thread.call(DirectoryMethod.subscribeToDirectory.target) { _ in completion() }
    }
}

extension DirectoryMethod {
    /// The method of the user's directory.
    package var target: CallTarget { CallTarget(DirectoryName.bus, DirectoryName.path, interface, member) }
}
