// SPDX-License-Identifier: MIT

import CallClient
import Foundation
import Glibc
public import SDBus

/// The process's connection to the session bus, on a thread of its own. It is opened when it is needed first.
///
/// The companion modules, which are another package, use it too.
@_spi(Companions)
public final class SessionThread {
    private static let shared = Confined(SessionThread())

    /// Runs `body` on the thread, after earlier bodies.
    public static func perform(_ body: @escaping @Sendable (SessionThread) -> Void) {
        if shared.value.mailbox.put(body) { shared.value.bell?.ring() }
    }

    private let mailbox = Mailbox<SessionThread>()
    private let loop: EventLoop
    private var bell: LoopBell?
    private var open: BusConnection?
    private var disconnectHandlers: [() -> Void] = []

    private init() {
        do throws(BusError) {
            loop = try EventLoop()
            loop.log = ServiceThread.log
            bell = try LoopBell(loop) { [unowned self] in mailbox.deliver(to: self) }
        } catch {
            preconditionFailure("CallKit cannot make its event loop: \(error)")
        }
        let this = Confined(self)
        Thread.detachNewThread {
            let loop = this.value.loop
            loop.adopt()
            do throws(BusError) { _ = try loop.run() } catch { NSLog("CallKit: %@", "\(error)") }
        }
    }

    /// The connection, which stays open until the bus closes it.
    public func connection() throws(BusError) -> BusConnection {
        if let open { return open }
        let new = try BusConnection(.session, description: "CallKit", loop: loop)
        try new.onDisconnect { [unowned self] in
            open = nil
            for handler in disconnectHandlers { handler() }
        }
        open = new
        return new
    }

    /// Calls `handler` each time the bus is gone, until the process exits. The handler may open a new connection.
    public func onDisconnect(_ handler: @escaping () -> Void) { disconnectHandlers.append(handler) }

    /// Calls a method. By default there is no time-out: loading a list takes as long as it takes, and the bus answers
    /// for a callee that leaves. `timeout` is in microseconds; 0 = the 25 s of sd-bus.
    public func call<each Argument: BusValue>(
        _ target: CallTarget, _ arguments: repeat each Argument, timeout: UInt64 = .max,
        then completion: @escaping (Result<Message, BusError>) -> Void
    ) {
        do throws(BusError) {
            try connection().callAsync(target, repeat each arguments, timeout: timeout, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// Runs `body` once after that time, unless the timer is released before.
    public func timer(after microseconds: UInt64, _ body: @escaping () -> Void) -> SDBus.Timer? {
        loop.timer(after: microseconds, body)
    }
}

/// The app, for the companion modules.
@_spi(Companions)
public enum AppIdentity {
    /// The identifier that a provider has if the app sets none.
    public static var identifier: String { ProviderIdentity.appIdentifier }

    /// The id of the app's desktop file, as far as its sandbox or its start tells.
    public static var desktopEntry: String? {
        let process = ProcessInfo.processInfo
        return process.environment["FLATPAK_ID"]
            ?? ProviderIdentity.desktopFile(process.environment, pid: process.processIdentifier)
    }
}

/// The incoming calls that the app reports, through any framework, for the companion modules.
@_spi(Companions)
public enum IncomingReports {
    /// Calls `body` with their number so far. Reports that other threads have made before count.
    public static func count(_ body: @escaping @Sendable (Int) -> Void) {
        ServiceThread.perform { body($0.providers.incomingReports) }
    }
}
