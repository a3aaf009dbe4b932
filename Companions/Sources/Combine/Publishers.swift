// SPDX-License-Identifier: MIT

internal import Foundation
public import OpenCombine

// OpenCombine 0.14 has no CombineLatest.

extension Publisher {
    /// Publishes the latest values of both publishers whenever one of them publishes, once both have.
    public func combineLatest<Other: Publisher>(_ other: Other) -> Publishers.CombineLatest<Self, Other>
    where Other.Failure == Failure { Publishers.CombineLatest(self, other) }

    /// The same with a closure that makes one value of both.
    public func combineLatest<Other: Publisher, Result>(
        _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
    ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Result> where Other.Failure == Failure {
        Publishers.CombineLatest(self, other).map { transform($0.0, $0.1) }
    }

    /// The same with three publishers.
    public func combineLatest<B: Publisher, C: Publisher>(_ second: B, _ third: C)
        -> Publishers.CombineLatest3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure { Publishers.CombineLatest3(self, second, third) }
}

extension Publishers {
    /// The latest values of two publishers.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B

        /// Combines publishers.
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let latest = Latest<A.Output, B.Output, Failure>(subscriber.receive, subscriber.receive)
            subscriber.receive(subscription: latest)
            latest.subscribe(a, b)
        }
    }

    /// The latest values of three publishers.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A
        /// The second publisher.
        public let b: B
        /// The third publisher.
        public let c: C

        /// Combines publishers.
        public init(_ a: A, _ b: B, _ c: C) { (self.a, self.b, self.c) = (a, b, c) }

        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            CombineLatest(CombineLatest(a, b), c).map { ($0.0.0, $0.0.1, $0.1) }.receive(subscriber: subscriber)
        }
    }
}

/// The subscription to both publishers, for one subscriber.
private final class Latest<A, B, Failure: Error>: Subscription {
    private let deliver: ((A, B)) -> Subscribers.Demand
    private let complete: (Subscribers.Completion<Failure>) -> Void
    // Recursive, because a subscriber may cancel, request or publish while it receives.
    private let lock = NSRecursiveLock()
    private var (a, b): (A?, B?) = (nil, nil)
    private var finished = 0
    private var demand = Subscribers.Demand.none
    private var subscriptions: [AnyCancellable] = []
    private var isOver = false

    init(
        _ deliver: @escaping ((A, B)) -> Subscribers.Demand,
        _ complete: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
        (self.deliver, self.complete) = (deliver, complete)
    }

    func subscribe(_ first: some Publisher<A, Failure>, _ second: some Publisher<B, Failure>) {
        listen(to: first) { [self] in a = $0 }
        listen(to: second) { [self] in b = $0 }
    }

    private func listen<Value>(to publisher: some Publisher<Value, Failure>, _ store: @escaping (Value) -> Void) {
        let subscription = publisher.sink { [self] in
            end($0)
        } receiveValue: { [self] value in
            lock.withLock {
                store(value)
                publish()
            }
        }
        // The subscriber may have cancelled, or a publisher failed, while the subscription was made.
        lock.withLock { if isOver { subscription.cancel() } else { subscriptions.append(subscription) } }
    }

    private func publish() {
        guard !isOver, demand > 0, let a, let b else { return }
        demand -= 1
        demand += deliver((a, b))
    }

    /// A failure ends both; the end of one leaves its last value.
    private func end(_ completion: Subscribers.Completion<Failure>) {
        lock.withLock {
            guard !isOver else { return }
            finished += 1
            if case .finished = completion, finished < 2 { return }
            cancel()
            complete(completion)
        }
    }

    func request(_ more: Subscribers.Demand) { lock.withLock { demand += more } }

    func cancel() {
        lock.withLock {
            isOver = true
            for subscription in subscriptions { subscription.cancel() }
            subscriptions = []
        }
    }
}

// OpenCombine 0.14 has no Merge.

extension Publisher {
    /// Publishes the values of both publishers as they come.
    public func merge<Other: Publisher>(with other: Other) -> Publishers.Merge<Self, Other>
    where Other.Output == Output, Other.Failure == Failure { Publishers.Merge(self, other) }

    /// Publishes the values of three publishers as they come.
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge<Publishers.Merge<Self, B>, C>
    where B.Output == Output, B.Failure == Failure, C.Output == Output, C.Failure == Failure {
        merge(with: b).merge(with: c)
    }
}

extension Publishers {
    /// The values of two publishers as they come.
    public struct Merge<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        /// One publisher.
        public let a: A
        /// The other publisher.
        public let b: B

        /// Merges publishers.
        public init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }

        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            MergeMany(a.eraseToAnyPublisher(), b.eraseToAnyPublisher()).receive(subscriber: subscriber)
        }
    }

    /// The values of several publishers as they come.
    public struct MergeMany<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// All publishers.
        public let publishers: [Upstream]

        /// Merges publishers.
        public init(_ upstream: Upstream...) { publishers = upstream }
        /// Merges publishers.
        public init(_ upstream: some Swift.Sequence<Upstream>) { publishers = Array(upstream) }

        public func receive<Downstream: Subscriber>(subscriber: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            Publishers.Sequence<[Upstream], Failure>(sequence: publishers).flatMap { $0 }.receive(
                subscriber: subscriber)
        }
    }
}
