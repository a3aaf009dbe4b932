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
    private let notify: (BookEvent) -> Void
    private var work: PiecewiseWork?
    /// Runs until the folder answers.
    private var timer: Timer?
    private var isFound = false
    /// Whether the thread ends as soon as the disk answers.
    private(set) var isEnding = false

    /// `notify` gets the changes on the loop, in later turns. `ended` is called there when the thread has ended, and
    /// may drop this object.
    package init(
        _ folder: FollowedFolder, on loop: EventLoop, limits: VCardLimits = VCardLimits(),
        notify: @escaping (BookEvent) -> Void, ended: @escaping () -> Void = {}
    ) throws(BusError) {
        (shown, name, self.notify) = (folder.shown, folder.name, notify)
        thread = try DiskThread("contacts", loop)
        let work = PiecewiseWork(loop) { [unowned self] in takeEvent() }
        self.work = work
        events.ring(try LoopBell(loop) { work.ask() })
        timer = loop.timer(after: Self.patience) { [unowned self] in reportHang() }
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
        if isFound { notify(.found(name: name)) }
    }

    /// Ends the thread. No change of the folder is sent any more, but a hang is, and the end.
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
            notify(.found(name: name))
        case .began, .contacts, .finished, .removed, .settled, .gone, .fault: notify(event)
        }
        return true
    }

    private func reportHang() {
        fault("does not answer, and its contacts are missing until it does. Check its disk or server.")
    }

    private func failed(_ message: String) {
        fault(message)
        notify(.settled)
    }

    /// The path is that of a folder that the user has chosen, so the message may have it.
    private func fault(_ message: String) {
        notify(.fault(BookFault(message: "The folder \(shown) \(message)")))
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

/// Work that the loop does in pieces, so that a call that arrives meanwhile waits for one piece only.
final class PiecewiseWork {
    /// In microseconds. The deadline of a screened call is 100 ms.
    private static let piece: UInt64 = 4_000

    private let loop: EventLoop
    /// Does one step; false if nothing is left to do.
    private let step: () -> Bool
    private var timer: Timer?

    init(_ loop: EventLoop, _ step: @escaping () -> Bool) {
        self.loop = loop
        self.step = step
    }

    /// Begins to work in the next turn of the loop. Does nothing if the work has begun.
    func ask() {
        guard timer == nil else { return }
        timer = loop.timer(after: 0) { [unowned self] in work() }
        // Without memory for a timer the rest is done at once.
        if timer == nil { while step() {} }
    }

    private func work() {
        timer = nil
        let end = SystemClock.monotonic + Self.piece
        while step() {
            if SystemClock.monotonic >= end { return ask() }
        }
    }
}
