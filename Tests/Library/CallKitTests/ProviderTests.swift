// SPDX-License-Identifier: MIT

import BusTesting
import CallKit
import Testing

/// The callbacks of an app's delegate, in order, with a real daemon.
@Suite(.serialized, .ownThread)
final class ProviderTests {
    let theatre = Theatre.shared
    let delegate = Recorder()
    let provider: CXProvider
    let controller = CXCallController()
    let call = UUID()

    init() throws {
        let configuration = CXProviderConfiguration(localizedName: "Alpha")
        configuration.identifier = "org.example.Alpha"
        provider = CXProvider(configuration: configuration)
        provider.setDelegate(delegate, queue: DispatchQueue(label: "delegate"))
        #expect(delegate.story(1) == ["begin"])
    }

    deinit { provider.invalidate() }

    private func ring() async throws {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+49")
        update.localizedCallerName = "Ada"
        try await provider.reportNewIncomingCall(with: call, update: update)
    }

    private func talk() async throws {
        try await ring()
        try await controller.request(CXTransaction(action: CXAnswerCallAction(call: call)))
        #expect(delegate.story(2) == ["answer", "activate"])
    }

    @Test func `An incoming call is answered and ended`() async throws {
        try await talk()
        try await controller.request(CXTransaction(action: CXEndCallAction(call: call)))
        #expect(delegate.story(2) == ["end", "deactivate"])
        #expect(provider.pendingTransactions.isEmpty)
    }

    @Test func `An outgoing call is started, gets the audio and connects`() async throws {
        let handle = CXHandle(type: .emailAddress, value: "ada@example.org")
        try await controller.requestTransaction(with: CXStartCallAction(call: call, handle: handle))
        #expect(delegate.story(2) == ["start ada@example.org", "activate"])
        provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
        provider.reportOutgoingCall(with: call, connectedAt: nil)
        try await controller.requestTransaction(with: CXSetMutedCallAction(call: call, muted: true))
        #expect(delegate.story(1) == ["mute"])
        provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
        #expect(delegate.story(1) == ["deactivate"])
    }

    @Test func `A hold takes the audio, and every resume brings it back`() async throws {
        try await talk()
        try await controller.requestTransaction(with: CXSetHeldCallAction(call: call, onHold: true))
        #expect(delegate.story(2) == ["hold", "deactivate"])
        try await controller.requestTransaction(with: CXSetHeldCallAction(call: call, onHold: false))
        #expect(delegate.story(2) == ["resume", "activate"])
    }

    @Test func `A late delegate is told that the provider begins`() {
        let late = Recorder()
        provider.setDelegate(late, queue: DispatchQueue(label: "late"))
        #expect(late.story(1) == ["begin"])
    }

    @Test func `A provider and its calls survive a crash of the daemon without a callback`()
        async throws
    {
        try await talk()
        try theatre.stage.restart()
        #expect(delegate.story(1) == ["begin"])
        let shell = try theatre.stage.daemon.client()
        let state = shell.call(call.uuidString.lowercased())
        #expect(try state.get("State") == "active")
        #expect(try state.get("LocalizedCallerName") == "Ada")
        try await controller.requestTransaction(with: CXEndCallAction(call: call))
        #expect(delegate.story(2) == ["end", "deactivate"])
    }

    @Test func `Errors are CallKit's and tell what to do`() async throws {
        await #expect(throws: CXErrorCodeRequestTransactionError(.unknownCallUUID)) {
            try await controller.requestTransaction(with: CXEndCallAction(call: UUID()))
        }
        await #expect(throws: CXErrorCodeRequestTransactionError(.emptyTransaction)) {
            try await controller.request(CXTransaction())
        }
        try await ring()
        do {
            try await provider.reportNewIncomingCall(with: call, update: CXCallUpdate())
            Issue.record("accepted twice")
        } catch CXErrorCodeIncomingCallError.callUUIDAlreadyExists {
        }
    }

    @Test func `An action is pending until it is completed once`() async throws {
        try await ring()
        delegate.isObedient = false
        try await controller.requestTransaction(with: CXAnswerCallAction(call: call))
        #expect(delegate.story(1) == ["answer"])
        let action = try #require(delegate.actions.first)
        #expect(provider.pendingCallActions(of: CXAnswerCallAction.self, withCall: call) == [action])
        #expect(action.timeoutDate > Date())
        action.fulfill()
        action.fail()
        #expect(action.isComplete)
        #expect(delegate.story(1) == ["activate"])
    }

    @Test func `An observer sees every call of the user`() async throws {
        let observer = CXCallObserver()
        let witness = Witness()
        observer.setDelegate(witness, queue: DispatchQueue(label: "witness"))
        let before = observer.calls.count
        try await talk()
        witness.wait { $0.uuid == call && $0.hasConnected }
        let seen = try #require(observer.calls.first { $0.uuid == call })
        #expect(observer.calls.count == before + 1)
        #expect(seen.hasConnected && !seen.isOutgoing && !seen.isOnHold && !seen.hasEnded)
    }
}
