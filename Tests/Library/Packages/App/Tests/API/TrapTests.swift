// SPDX-License-Identifier: MIT

import CallKit
import Testing

#if swift(>=6)
    @testable import Swift6Traps
#else
    @testable import Swift5Traps
#endif

/// The code in the traps compiles; these tests check that it also works.
struct TrapTests {
    init() { noBus }

    @Test func `errors can be asked in every way`() {
        let blocked = CXErrorCodeIncomingCallError(.filteredByBlockList)
        #expect(ErrorTraps.byCast(blocked) == .filteredByBlockList)
        #expect(ErrorTraps.byCast(CXErrorCodeRequestTransactionError(.unknown)) == nil)
        #expect(ErrorTraps.byCast(nil) == nil)
        #expect(ErrorTraps.byNumber(CXErrorCodeRequestTransactionError(.maximumCallGroupsReached)))
        #expect(ErrorTraps.byDomain(blocked))
        #expect(ErrorTraps.bySwitchOverError(blocked))
        #expect(!ErrorTraps.bySwitchOverError(CancellationError()))
        #expect(ErrorTraps.bySwitchOverCode(blocked) == .declinedElsewhere)
        #expect(ErrorTraps.bySwitchOverCode(CXErrorCodeRequestTransactionError(.emptyTransaction)) == "empty")
        #expect(
            ErrorTraps.byNumberedCode(CXErrorCodeRequestTransactionError(.invalidAction) as NSError) == .invalidAction)
    }

    @Test func `errors are caught by name`() {
        func caught(_ error: any Error) -> String { ErrorTraps.byCatching { throw error } }
        #expect(caught(CXErrorCodeIncomingCallError(.filteredByDoNotDisturb)) == "do not disturb")
        #expect(caught(CXErrorCodeIncomingCallError(.callIsProtected)) == "blocked")
        #expect(caught(CXErrorCodeRequestTransactionError(.unknownCallUUID)) == "unknown")
        #expect(caught(CXErrorCodeRequestTransactionError(.invalidAction)) == "invalid")
        #expect(caught(CXErrorCodeRequestTransactionError(.maximumCallGroupsReached)) == "request 7")
    }

    /// If such a cast works one day, remove the limitation from docs/CALLKIT.md.
    @Test func `a cast to NSError does not find an error on Linux, and a bridge does`() {
        let error: (any Error)? = CXErrorCodeIncomingCallError(.filteredByBlockList)
        func cast<Target>(_ error: (any Error)?, to: Target.Type) -> Target? { error as? Target }
        #expect(cast(error, to: NSError.self) == nil)
        #expect((error as NSError?)?.code == 4)
        #expect(cast(error as NSError?, to: CXErrorCodeIncomingCallError.self) == nil, "nor is there a way back")
    }

    /// `configuration` returns a copy, as on Apple's systems.
    @Test func `a configuration is changed by setting it, and not in place`() {
        let provider = CXProvider(configuration: .app)
        provider.allow(groups: 1)
        #expect(provider.configuration.maximumCallGroups == 2)
        #expect(provider.configuration.supportedHandleTypes == [.generic])
        #expect(provider.configuration.localizedName == "Phone")
        #expect(CXProviderConfiguration.several.supportedHandleTypes.count == 3)
        provider.invalidate()
    }

    @Test func `a handle and an update are made the short way`() {
        #expect(CXCallUpdate(name: nil, number: "+49").remoteHandle?.displayText == "☎ +49")
        #expect(CXCallUpdate(name: "Ada", number: nil).remoteHandle == nil)
    }

    @Test func `a pool is a block`() throws {
        #expect(OnlyCallKit().sum(of: [1, 2]) == 3)
        #expect(try OnlyCallKit().parsed("3") == 3)
        #expect(throws: CXError(.invalidArgument)) { try OnlyCallKit().parsed("three") }
    }

    @Test func `the delegate of the guides does what it is told`() throws {
        let delegate = ProviderDelegate()
        let provider = MockCXProvider()
        let call = UUID()
        let answer = CXAnswerCallAction(call: call)
        delegate.provider(provider, perform: answer)
        #expect(answer.isComplete)
        let start = CXStartCallAction(call: call, handle: .init(type: .generic, value: "ada"))
        delegate.provider(provider, perform: start)
        #expect(delegate.calls.map(\.handle) == ["ada"])
        delegate.providerDidReset(provider)
        #expect(delegate.calls.isEmpty)
    }

    @Test func `mocks take the place of what they inherit from`() async throws {
        let provider = MockCXProvider()
        Completions.trailing(provider, UUID())
        #expect(provider.reported.count == 1)
        provider.invalidate()
        #expect(provider.wasInvalidated)
        let controller = MockCXCallController()
        try await controller.requestTransaction(with: [])
        #expect(controller.requestedTransactions.count == 1)
        (provider as any SendableProvider).reportCall(with: UUID(), updated: CXCallUpdate())
        try await (controller as any Requesting).request(CXTransaction())
        #expect(controller.requestedTransactions.count == 2, "the async form is the one with a completion")
    }

    @Test func `actions that are mocks are made their own way`() {
        let call = UUID()
        let start = MockStartAction(callUUID: call)
        start.fulfill()
        #expect(start.callUUID == call && start.fulfillCalled && !start.isComplete)
        let answer = MockAnswerAction(callUUID: call)
        answer.fail()
        #expect(answer.callUUID == call && answer.failCalled)
        let mute = MockMutedAction.muting()
        mute.fulfill()
        #expect(mute.isMuted && mute.fulfillCalled)
    }

    /// The conforming class uses the library's default, and a subclass cannot replace it: see docs/CALLKIT.md.
    @Test func `a method that only a subclass of the delegate has is never called`() {
        let delegate: any CXProviderDelegate = MoreThanShort()
        #expect(!delegate.provider(MockCXProvider(), execute: CXTransaction()))
    }
}

class OpenDelegate: NSObject, CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) {}
}

final class MoreThanShort: OpenDelegate {
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { true }
}
