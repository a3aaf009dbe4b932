// SPDX-License-Identifier: MIT

internal import DiskWork
package import SDBus

/// Follows a folder of vCards on a thread of its own, with a loop of its own for the changes of the folder. Looking at
/// a folder, watching it and reading it may all wait for a disk or a server that hangs, and a hostile file takes long
/// to read. So only this book has no changes then.
///
/// The end of this object ends the thread, without waiting for it.
package final class FolderThread {
    /// In microseconds. A disk that has just been started answers earlier.
    private static let patience: UInt64 = 5_000_000

    private let shown: String
    private var name: String
    private let events = BookEvents()
    private let thread: DiskThread
    private let told: (BookEvent) -> Void
    private var work: PiecewiseWork?
    /// Runs until the folder answers.
    private var timer: Timer?
    private var isFound = false
    /// Whether the thread ends as soon as the disk answers.
    private(set) var isEnding = false

    /// `told` gets the changes on the loop, in later turns. `ended` is called there when the thread has ended, and may
    /// drop this object.
    package init(
        _ folder: FollowedFolder, on loop: EventLoop, limits: VCardLimits = VCardLimits(),
        told: @escaping (BookEvent) -> Void, ended: @escaping () -> Void = {}
    ) throws(BusError) {
        (shown, name, self.told) = (folder.shown, folder.name, told)
        thread = try DiskThread("contacts", loop)
        let work = PiecewiseWork(loop) { [unowned self] in takeEvent() }
        self.work = work
        events.ring(try LoopBell(loop) { work.ask() })
        timer = loop.timer(after: Self.patience) { [unowned self] in tellHang() }
        thread.perform { [events, log = loop.log] in
            Self.follow(folder, limits, events, log)
        } then: { [unowned self] error in
            timer = nil
            if let error { failed("cannot be followed: \(error.message)") }
            ended()
        }
    }

    deinit { events.end() }

    /// Shows the user another name of the folder.
    func rename(_ name: String) {
        guard name != self.name else { return }
        self.name = name
        if isFound { told(.found(name: name)) }
    }

    /// Ends the thread. No change of the folder is told any more, but a hang is, and the end.
    func end() {
        isEnding = true
        events.end()
    }

    private func takeEvent() -> Bool {
        guard let event = events.take() else { return false }
        timer = nil
        switch event {
        case .found:
            isFound = true
            told(.found(name: name))
        case .began, .contacts, .finished, .removed, .settled, .gone, .fault: told(event)
        }
        return true
    }

    private func tellHang() {
        fault("does not answer, and its contacts are missing until it does. Check its disk or server.")
    }

    private func failed(_ message: String) {
        fault(message)
        told(.settled)
    }

    /// The path is that of a folder that the user has chosen, so the message may have it.
    private func fault(_ message: String) {
        told(.fault(BookFault(message: "The folder \(shown) \(message)")))
    }

    /// Returns when the book has ended, or with the reason why the folder cannot be followed. Runs on the thread.
    private static func follow(
        _ folder: FollowedFolder, _ limits: VCardLimits, _ events: BookEvents, _ log: Log?
    ) -> BusError? {
        do throws(BusError) {
            let loop = try EventLoop()
            loop.log = log
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
