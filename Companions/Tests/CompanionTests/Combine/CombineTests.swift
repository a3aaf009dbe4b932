// SPDX-License-Identifier: MIT

import Combine
import Foundation
import Testing

@Suite struct CombineTests {
    private class Calls: ObservableObject {
        @Published var active = 0
        @Published var name = ""
    }

    private final class ObservedObject: NSObject, ObservableObject {
        @Published var isMuted = false
    }

    @Test("An observable object announces each change of its published properties before it happens")
    func observableObject() {
        let calls = Calls()
        var seen: [Int] = []
        let subscription = calls.objectWillChange.sink { seen.append(calls.active) }
        calls.active = 1
        calls.name = "Ann"
        calls.active = 2
        #expect(seen == [0, 1, 1])
        withExtendedLifetime(subscription) {}
    }

    @Test("A subclass of NSObject announces changes of its published properties")
    func observableNSObject() {
        let object = ObservedObject()
        var changes = 0
        let subscription = object.objectWillChange.sink { changes += 1 }
        object.isMuted = true
        #expect(changes == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test("A published property publishes its value and its changes, which assign writes to another property")
    func published() {
        let (calls, copy) = (Calls(), Calls())
        var subscriptions = Set<AnyCancellable>()
        calls.$active.map { $0 * 10 }.removeDuplicates().assign(to: \.active, on: copy).store(in: &subscriptions)
        calls.$name.assign(to: &copy.$name)
        calls.active = 3
        calls.name = "Bob"
        #expect(copy.active == 30)
        #expect(copy.name == "Bob")
        subscriptions.removeAll()
        calls.active = 4
        #expect(copy.active == 30)
    }

    @Test("A subject passes values until its subscription is cancelled")
    func subjects() {
        let subject = PassthroughSubject<String, any Error>()
        let state = CurrentValueSubject<Int, Never>(1)
        var texts: [String] = []
        let subscription = subject.sink(
            receiveCompletion: { _ in texts.append("end") }, receiveValue: { texts.append($0) })
        subject.send("ring")
        subscription.cancel()
        subject.send("after")
        state.value = 2
        #expect(texts == ["ring"])
        #expect(state.value == 2)
        #expect(Optional(5).publisher.eraseToAnyPublisher() is AnyPublisher<Int, Never>)
        var result = 0
        _ = Result<Int, Never>.success(7).publisher.sink { result = $0 }
        #expect(result == 7)
    }

    @Test("Values are received on the scheduler that the app names", .timeLimit(.minutes(1)))
    func schedulers() async {
        let queue = DispatchQueue(label: "receiver")
        queue.setSpecific(key: Self.key, value: true)
        let operations = OperationQueue()
        operations.underlyingQueue = queue
        #expect(await Self.receivesOnQueue { $0.receive(on: queue).eraseToAnyPublisher() })
        #expect(await Self.receivesOnQueue { $0.receive(on: operations).eraseToAnyPublisher() })
        #expect(await Self.receivesOnQueue { $0.delay(for: .milliseconds(1), scheduler: queue).eraseToAnyPublisher() })
        #expect(await Self.receivesOnQueue { $0.delay(for: 0.001, scheduler: operations).eraseToAnyPublisher() })
        #expect(await Self.receivesOnQueue { $0.debounce(for: .seconds(0), scheduler: queue).eraseToAnyPublisher() })
    }

    private static let key = DispatchSpecificKey<Bool>()

    /// Whether the value comes on the queue.
    private static func receivesOnQueue(
        _ schedule: (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>
    ) async -> Bool {
        let subject = PassthroughSubject<Int, Never>()
        var subscription: AnyCancellable?
        let received = AsyncStream.makeStream(of: Bool.self)
        subscription = schedule(subject).sink { _ in
            received.continuation.yield(DispatchQueue.getSpecific(key: key) ?? false)
        }
        subject.send(1)
        defer { subscription?.cancel() }
        return await received.stream.first { _ in true } ?? false
    }

    @Test("A run loop of another thread receives values and publishes the dates of a timer", .timeLimit(.minutes(1)))
    func runLoop() async {
        let done = AsyncStream.makeStream(of: [String].self)
        Thread.detachNewThread {
            nonisolated(unsafe) let loop = RunLoop.current
            let subject = PassthroughSubject<String, Never>()
            var events: [String] = []
            var subscriptions = Set<AnyCancellable>()
            subject.receive(on: loop).sink { events.append($0) }.store(in: &subscriptions)
            Timer.publish(every: 0.001, on: loop, in: .default).autoconnect().prefix(2).sink(
                receiveCompletion: { _ in events.append("end") }, receiveValue: { _ in events.append("tick") }
            ).store(in: &subscriptions)
            subject.send("value")
            while !(events.contains("end") && events.contains("value")) {
                _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
            }
            done.continuation.yield(events.sorted())
        }
        #expect(await done.stream.first { _ in true } == ["end", "tick", "tick", "value"])
    }

    @Test("The latest values of publishers are combined, and values of several publishers are merged")
    func several() {
        let (isMuted, isHeld) = (PassthroughSubject<Bool, Never>(), PassthroughSubject<Bool, Never>())
        let count = CurrentValueSubject<Int, Never>(1)
        var seen: [String] = []
        var subscriptions = Set<AnyCancellable>()
        isMuted.combineLatest(isHeld, count).sink { seen.append("\($0) \($1) \($2)") }.store(in: &subscriptions)
        isMuted.merge(with: isHeld).sink { seen.append("\($0)") }.store(in: &subscriptions)
        isMuted.send(true)
        isHeld.send(false)
        isMuted.send(completion: .finished)
        count.send(2)
        #expect(
            seen == ["true", "true false 1", "false", "true false 2"]
                || seen == ["true", "false", "true false 1", "true false 2"])
        subscriptions.removeAll()
        isHeld.send(true)
        #expect(seen.count == 4)
        var ended = false
        let (first, second) = (PassthroughSubject<Int, any Error>(), PassthroughSubject<Int, any Error>())
        let both = first.combineLatest(second, +).sink(receiveCompletion: { _ in ended = true }, receiveValue: { _ in })
        second.send(completion: .failure(CancellationError()))
        #expect(ended)
        withExtendedLifetime(both) {}
    }

    @Test("A notification reaches the subscribers of its name and sender until they cancel")
    func notifications() {
        let center = NotificationCenter()
        let (name, sender) = (Notification.Name("CallsChanged"), NSObject())
        var counts = [0, 0]
        var subscriptions = [
            center.publisher(for: name).sink { _ in counts[0] += 1 },
            center.publisher(for: name, object: sender).sink { _ in counts[1] += 1 },
        ]
        center.post(name: name, object: sender)
        center.post(name: name, object: nil)
        subscriptions.removeAll()
        center.post(name: name, object: sender)
        #expect(counts == [2, 1])
    }

    @Test("Data becomes values, and values are read with await")
    func coders() async throws {
        let number = Just(Data("[1, 2]".utf8)).decode(type: [Int].self, decoder: JSONDecoder()).map { $0.reduce(0, +) }
        var sums: [Int] = []
        for try await sum in number.values { sums.append(sum) }
        #expect(sums == [3])
    }
}
