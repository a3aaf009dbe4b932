// SPDX-License-Identifier: MIT

public import OpenCombine

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
