// SPDX-License-Identifier: MIT

import CallClient
import CallKit
import CallLibrary

/// The app: a provider, a controller and an observer, and what it does with LiveCommunicationKit. Their callbacks share
/// one queue, so its output has an order.
final class Actor: @unchecked Sendable {
    let identifier: String
    private var provider: CXProvider?
    private var delegate: (any CXProviderDelegate)?
    private var observer: CXCallObserver?
    private var watcher: Delegate?
    /// nil = the main queue, the default of apps.
    private var queue: DispatchQueue?
    private var controller = CXCallController(queue: .main)
    private lazy var conversations = Conversations(of: self)
    /// Requests without a completion yet.
    let outstanding = DispatchGroup()
    private let gate = DispatchSemaphore(value: 0)
    private let queueName = DispatchSpecificKey<String>()

    private let lock = NSLock()
    // Guarded by the lock.
    private var habits: Set<String> = ["obey"]
    private var waiting: [CXAction] = []
    private var afterwards: String?
    private var lastTransaction: CXTransaction?
    /// The ids of the transactions and actions that this app requested.
    private var requested: Set<UUID> = []

    init(identifier: String) {
        self.identifier = identifier
        DispatchQueue.main.setSpecific(key: queueName, value: "main")
    }

    func say(_ line: String) {
        let place = has("queues") ? " on \(DispatchQueue.getSpecific(key: queueName) ?? "a queue of its own")" : ""
        write(line + place)
        if has("timers") { setTimer(line) }
    }

    /// Prints the line again from a timer of the present run loop, and whether that is on the main thread.
    private func setTimer(_ line: String) {
        let isOnMainThread = Thread.isMainThread && RunLoop.current == RunLoop.main
        _ = Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { [self] _ in
            write("timer after \(line)\(isOnMainThread && Thread.isMainThread ? "" : " elsewhere")")
        }
    }

    private func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    // MARK: Commands

    /// The commands. OPTIONS are as in `handle=+49 name=Ada holding=no`.
    func hear(_ line: String) {
        let words = line.split(separator: " ")
        let call = words.count > 1 ? Words.uuid(words[1]) : UUID()
        switch words.first {
        case "sync": sync(line)
        case "done": ping { [self] in write(line) }
        case "queue": choose(DispatchQueue(label: String(words[1])), String(words[1]))
        case "concurrent-queue": choose(DispatchQueue(label: "many", attributes: .concurrent), "many")
        case "provider": provider = CXProvider(configuration: configuration(words))
        case "overriding-provider": provider = OverridingProvider(self, configuration: configuration(words))
        case "configure": provider?.configuration = configuration(words)
        case "delegate": setDelegate(words.last ?? "")
        case "invalidate": provider?.invalidate()
        case "release": provider = nil
        case "ring": ring(call, update(words), isAsync: words.contains("async"))
        case "update": provider?.reportCall(with: call, updated: update(words))
        case "ended": provider?.reportCall(with: call, endedAt: date(words), reason: Words.reason(String(words[2])))
        case "connecting": provider?.reportOutgoingCall(with: call, startedConnectingAt: date(words))
        case "connected": provider?.reportOutgoingCall(with: call, connectedAt: date(words))
        case "request": request(line.dropFirst("request ".count), isAsync: false)
        case "request-again": requestAgain(line.dropFirst("request-again".count))
        case "async-request": request(line.dropFirst("async-request ".count), isAsync: true)
        case "afterwards": lock.withLock { afterwards = String(line.dropFirst("afterwards ".count)) }
        case "habit": lock.withLock { _ = habits.insert(String(words[1])) }
        case "drop-habit": lock.withLock { _ = habits.remove(String(words[1])) }
        case "fulfil": fulfil(at: date(words))
        case "fulfil-last": lock.withLock { waiting.popLast() }?.fulfill()
        case "fail": next()?.fail()
        case "fulfil-and-fail": (queue ?? .main).async { [self] in completeTwice() }
        case "pending": sayPending()
        case "observe": observe()
        case "calls": say("calls " + (observer?.calls ?? []).map(Words.call).joined(separator: ", "))
        case "facts": sayFacts()
        case "reload-extension": reload(String(words[1]))
        case "extension-status": sayStatus(of: String(words[1]))
        case "open-settings": openSettings(isAsync: words.contains("async"))
        case "lc": conversations.hear(Array(words.dropFirst()))
        case "block": DispatchQueue.main.async { [gate] in gate.wait() }
        case "unblock": gate.signal()
        default: say("what is “\(line)”?")
        }
    }

    /// Prints the line after everything that the service sent before it. The line is a barrier, because a concurrent
    /// queue would otherwise print it while a callback runs.
    private func sync(_ line: String) {
        let (outstanding, queue) = (outstanding, queue ?? .main)
        ping { [self] in
            outstanding.notify(queue: queue, work: DispatchWorkItem(flags: .barrier) { [self] in write(line) })
        }
    }

    private func ping(then body: @escaping @Sendable () -> Void) {
        ServiceThread.perform { thread in
            thread.providers.ping { _ in body() }
        }
    }

    private func choose(_ queue: DispatchQueue, _ name: String) {
        queue.setSpecific(key: queueName, value: name)
        self.queue = queue
        controller = CXCallController(queue: queue)
    }

    private func setDelegate(_ kind: Substring) {
        switch kind {
        case "minimal": delegate = MinimalDelegate(self)
        case "without-hold": delegate = AnsweringDelegate()
        case "main-actor": delegate = DispatchQueue.main.sync { MainActor.assumeIsolated { MainActorDelegate(self) } }
        case "dropped": return delegate = nil
        case "none": delegate = nil
        default: delegate = Delegate(self)
        }
        provider?.setDelegate(delegate, queue: queue)
    }

    private func observe() {
        let observer = observer ?? CXCallObserver()
        let watcher = Delegate(self)
        (self.observer, self.watcher) = (observer, watcher)
        observer.setDelegate(watcher, queue: queue)
    }

    // MARK: Reports and requests

    private func ring(_ call: UUID, _ update: CXCallUpdate, isAsync: Bool) {
        guard let provider else { return }
        let name = Words.name(call)
        outstanding.enter()
        let finish: @Sendable ((any Error)?) -> Void = { [self] error in
            say(error.map { "\(name) refused \(Words.error($0))" } ?? "\(name) reported")
            outstanding.leave()
        }
        guard isAsync else { return provider.reportNewIncomingCall(with: call, update: update, completion: finish) }
        nonisolated(unsafe) let (sender, patch) = (provider, update)
        Task {
            do {
                try await sender.reportNewIncomingCall(with: call, update: patch)
                finish(nil)
            } catch {
                finish(error)
            }
        }
    }

    private func request(_ text: Substring, isAsync: Bool) {
        let actions = text.split(separator: ", ").map { Words.action($0.split(separator: " ")) }
        request(CXTransaction(actions: actions), isAsync: isAsync)
    }

    /// Requests the last transaction again, or a new one with the first action of the last one and these actions.
    private func requestAgain(_ text: Substring) {
        guard let last = lock.withLock({ lastTransaction }) else { return }
        guard !text.isEmpty else { return request(last, isAsync: false) }
        let more = text.split(separator: ", ").map { Words.action($0.split(separator: " ")) }
        request(CXTransaction(actions: last.actions.prefix(1) + more), isAsync: false)
    }

    private func request(_ transaction: CXTransaction, isAsync: Bool) {
        lock.withLock {
            lastTransaction = transaction
            requested.formUnion([transaction.uuid] + transaction.actions.map(\.uuid))
        }
        outstanding.enter()
        let finish: @Sendable ((any Error)?) -> Void = { [self] error in
            say(error.map { "refused \(Words.error($0))" } ?? "accepted")
            let command = lock.withLock { () -> String? in
                defer { afterwards = nil }
                return afterwards
            }
            command.map(hear)
            outstanding.leave()
        }
        guard isAsync else { return controller.request(transaction, completion: finish) }
        nonisolated(unsafe) let (sender, wish) = (controller, transaction)
        Task {
            do {
                try await sender.request(wish)
                finish(nil)
            } catch {
                finish(error)
            }
        }
    }

    private func next() -> CXAction? { lock.withLock { waiting.isEmpty ? nil : waiting.removeFirst() } }

    private func fulfil(at date: Date?) {
        switch (next(), date) {
        case (let action as CXStartCallAction, let date?): action.fulfill(withDateStarted: date)
        case (let action as CXAnswerCallAction, let date?): action.fulfill(withDateConnected: date)
        case (let action as CXEndCallAction, let date?): action.fulfill(withDateEnded: date)
        case (let action, _): action?.fulfill()
        }
    }

    private func completeTwice() {
        guard let action = next() else { return }
        action.fulfill()
        action.fail()
        say(action.isComplete ? "complete" : "pending")
    }

    private func sayPending() {
        let pending = provider?.pendingTransactions.flatMap(\.actions).filter { !$0.isComplete } ?? []
        say("pending " + pending.map(Words.action).joined(separator: ", "))
    }

    private func sayFacts() {
        let facts = (observer?.calls.first).map { Mirror(reflecting: $0).children.compactMap(\.label) } ?? []
        say("facts " + facts.joined(separator: " "))
    }

    // MARK: Delegate callbacks

    func execute(_ transaction: CXTransaction) -> Bool {
        if has("execute") || has("take") { say("execute \(Words.transaction(transaction))\(asker(transaction.uuid))") }
        guard has("take") else { return false }
        transaction.actions.forEach(finish)
        return true
    }

    func perform(_ action: CXAction) {
        say(
            Words.action(action) + asker(action.uuid)
                + (has("origins") ? " by \(action.origin?.rawValue ?? "nobody")" : ""))
        finish(action)
    }

    /// To complete it now has no effect.
    func timedOut(_ action: CXAction) {
        say("timed out \(Words.action(action))\(asker(action.uuid))\(action.isComplete ? "" : ", which is pending")")
        action.fulfill()
    }

    /// Tells whether this app requested the action or transaction with this id.
    private func asker(_ uuid: UUID) -> String {
        guard has("ids") else { return "" }
        return lock.withLock { requested.contains(uuid) } ? " as requested" : " for another"
    }

    private func finish(_ action: CXAction) {
        if has("obey") { action.fulfill() } else { lock.withLock { waiting.append(action) } }
    }

    func has(_ habit: String) -> Bool { lock.withLock { habits.contains(habit) } }
}

/// An app that obeys commands from standard input, one for each line, and prints everything that CallKit and
/// LiveCommunicationKit tell it.
///
/// ``Actor/hear(_:)`` has the commands; those that begin with `lc` are in ``Conversations/hear(_:)``. A call has a name
/// from A to F, and its UUID consists of that letter. With the arguments `--extension ID FILE` it is a call directory
/// extension instead.
@main
enum CallKitActor {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--extension" {
            ScriptedExtension(URL(fileURLWithPath: arguments[3])).serve(as: arguments[2])
        }
        let actor = Actor(identifier: arguments.first ?? "org.example.Actor")
        Thread.detachNewThread {
            while let line = readLine() { actor.hear(line) }
            exit(0)
        }
        RunLoop.main.run()
    }
}
