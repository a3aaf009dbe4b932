// SPDX-License-Identifier: MIT

internal import DiskWork
package import SDBus

/// Follows a folder of vCards on a thread of its own, with a loop of its own for the changes of the folder. Looking at a
/// folder, watching it and reading it may all wait for a disk or a server that hangs, and a hostile file takes long to read.
/// So only this book has no changes then.
///
/// The end of this object ends the thread, without waiting for it.
package final class FolderThread {
    /// In microseconds. A disk that has just been started answers earlier.
    private static let patience: UInt64 = 5_000_000

    private let events = BookEvents()
    private let thread: DiskThread
    private let told: (BookEvent) -> Void
    private var work: PiecewiseWork?
    private var timer: Timer?

    /// `told` gets the changes on the loop, in later turns.
    package init(
        _ folder: FollowedFolder, on loop: EventLoop, limits: VCardLimits = VCardLimits(),
        told: @escaping (BookEvent) -> Void
    ) throws(BusError) {
        self.told = told
        thread = try DiskThread("contacts", loop)
        let work = PiecewiseWork(loop) { [unowned self] in takeEvent() }
        self.work = work
        events.ring(try LoopBell(loop) { work.ask() })
        timer = try loop.timer(after: Self.patience) { [unowned self] in tellHang() }
        thread.perform { [events] in
            Self.follow(folder, limits, events)
        } then: { [unowned self] error in
            if let error { told(.fault(BookFault(message: "A folder cannot be followed: \(error.message)"))) }
            timer = nil
        }
    }

    deinit { events.end() }

    private func takeEvent() -> Bool {
        guard let event = events.take() else { return false }
        timer = nil
        told(event)
        return true
    }

    private func tellHang() {
        told(
            .fault(
                BookFault(
                    message: "The folder of an address book does not answer, and its contacts are missing until it "
                        + "does. Check its disk or server.")))
    }

    /// Returns when the book has ended, or with the reason why the folder cannot be followed. Runs on the thread.
    private static func follow(_ folder: FollowedFolder, _ limits: VCardLimits, _ events: BookEvents) -> BusError? {
        do throws(BusError) {
            let loop = try EventLoop()
            events.ringAtEnd(try LoopBell(loop) { loop.exit() })
            defer { events.dropEndBell() }
            let cards = VCardFolder(folder.path, name: folder.name, on: loop, limits: limits) { events.put($0) }
            cards.begin()
            _ = try withExtendedLifetime(cards) { () throws(BusError) in try loop.run() }
            return nil
        } catch {
            return error
        }
    }
}
