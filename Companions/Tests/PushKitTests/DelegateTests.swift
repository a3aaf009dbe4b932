// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import PushKit

/// Which method of a delegate a push calls, and where.
struct DelegateTests {
    private static let queueName = DispatchSpecificKey<String>()

    private static func push(to registry: PKPushRegistry, then ended: @escaping @Sendable () -> Void) {
        registry.receive(
            .push(
                PKPushPayload(type: .voIP, dictionaryPayload: ["caller": "Ada"]),
                RunningPush(countingReports: { $0(0) }) { _ in ended() }))
    }

    /// What the delegate did, in order. The end of a push comes last.
    private func story(_ delegate: any Recorder & PKPushRegistryDelegate) async -> [String] {
        let queue = DispatchQueue(label: "delegate")
        queue.setSpecific(key: Self.queueName, value: " on the queue")
        let registry = PKPushRegistry(queue: queue)
        registry.delegate = delegate
        await withCheckedContinuation { continuation in
            Self.push(to: registry) { continuation.resume() }
        }
        return delegate.lines
    }

    class Recorder: NSObject, @unchecked Sendable {
        private let said = Mutex<[String]>([])
        var lines: [String] { said.withLock { $0 } }

        func say(_ method: String, _ payload: PKPushPayload) {
            let queue = DispatchQueue.getSpecific(key: queueName) ?? ""
            said.withLock { $0.append("\(method) \(payload.dictionaryPayload["caller"] as? String ?? "")\(queue)") }
        }

        func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}
    }

    final class Oldest: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
        func pushRegistry(_: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType) {
            say("oldest", payload)
        }
    }

    final class WithCompletion: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
        func pushRegistry(
            _: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType,
            completion: @escaping () -> Void
        ) {
            say("completion", payload)
            completion()
        }
    }

    final class Async: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
        func pushRegistry(_: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType) async {
            say("async", payload)
            await Task.yield()
            say("later", payload)
        }
    }

    final class Newest: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
        func pushRegistry(
            _: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata,
            withCompletionHandler completion: @escaping @Sendable () -> Void
        ) {
            say("newest \(metadata.mustReport)", payload)
            completion()
        }

        func pushRegistry(
            _: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType,
            completion: @escaping @Sendable () -> Void
        ) {
            say("wrong", payload)
            completion()
        }
    }

    final class NewestAsync: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
        func pushRegistry(
            _: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload, metadata: PKVoIPPushMetadata
        ) async { say("newest async", payload) }

        func pushRegistry(_: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType) {
            say("wrong", payload)
        }
    }

    /// An app for several versions of the system has both.
    final class Mixed: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
        func pushRegistry(_: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType) {
            say("wrong", payload)
        }

        func pushRegistry(
            _: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType,
            completion: @escaping @Sendable () -> Void
        ) {
            say("completion", payload)
            completion()
        }
    }

    final class Deaf: Recorder, PKPushRegistryDelegate, @unchecked Sendable {}

    @Test(
        arguments: [
            (Oldest(), ["oldest Ada on the queue"]), (WithCompletion(), ["completion Ada on the queue"]),
            (Async(), ["async Ada on the queue", "later Ada on the queue"]),
            (Newest(), ["newest true Ada on the queue"]), (NewestAsync(), ["newest async Ada on the queue"]),
            (Mixed(), ["completion Ada on the queue"]), (Deaf(), []),
        ] as [(any Recorder & PKPushRegistryDelegate, [String])])
    func `A push calls the newest method once, on the queue, and then it is over`(
        _ delegate: any Recorder & PKPushRegistryDelegate, _ expected: [String]
    ) async {
        #expect(await story(delegate) == expected)
    }

    @MainActor
    final class OnMainActor: NSObject, @preconcurrency PKPushRegistryDelegate {
        var caller: String?

        func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

        func pushRegistry(
            _: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for: PKPushType,
            completion: @escaping @Sendable () -> Void
        ) {
            caller = payload.dictionaryPayload["caller"] as? String
            completion()
        }
    }

    @Test @MainActor func `A delegate of the main actor hears of pushes on the main queue`() async {
        let delegate = OnMainActor()
        let registry = PKPushRegistry(queue: nil)
        registry.delegate = delegate
        await withCheckedContinuation { continuation in
            Self.push(to: registry) { continuation.resume() }
        }
        #expect(delegate.caller == "Ada")
    }

    @Test func `A delegate that is set late gets the push that came before`() async {
        let registry = PKPushRegistry(queue: nil)
        let delegate = Oldest()
        await withCheckedContinuation { continuation in
            Self.push(to: registry) { continuation.resume() }
            registry.delegate = delegate
        }
        #expect(delegate.lines.count == 1)
    }

    @Test func `A push is over once, also if the app calls the completion after the limit, or twice`() {
        let ends = Mutex(0)
        let late = RunningPush(countingReports: { $0(0) }) { _ in ends.withLock { $0 += 1 } }
        late.timeOut()
        late.complete()
        #expect(ends.withLock { $0 } == 1)
        let twice = RunningPush(countingReports: { $0(0) }) { _ in ends.withLock { $0 += 1 } }
        twice.complete()
        twice.complete()
        twice.timeOut()
        #expect(ends.withLock { $0 } == 2)
    }

    @Test func `Types for which Linux has no pushes have no token`() async {
        final class Listener: Recorder, PKPushRegistryDelegate, @unchecked Sendable {
            let told: AsyncStream<PKPushType>.Continuation
            init(_ told: AsyncStream<PKPushType>.Continuation) { self.told = told }
            func pushRegistry(_: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) { told.yield(type) }
        }
        let (types, told) = AsyncStream.makeStream(of: PKPushType.self)
        let registry = PKPushRegistry(queue: nil)
        let delegate = Listener(told)
        registry.delegate = delegate
        registry.desiredPushTypes = [.fileProvider]
        #expect(await types.first { _ in true } == .fileProvider)
        #expect(registry.pushToken(for: .fileProvider) == nil)
        withExtendedLifetime(delegate) {}
    }
}
