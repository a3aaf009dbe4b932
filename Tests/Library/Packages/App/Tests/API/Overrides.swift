// SPDX-License-Identifier: MIT

import CallKit
import Testing

/// A mock can inherit from every class, and override each of its methods and properties.
struct Overrides {
    @Test func `a provider that is a mock`() async throws {
        noBus
        let provider: CXProvider = MockProvider(configuration: CXProviderConfiguration())
        let call = UUID()
        provider.setDelegate(nil, queue: nil)
        provider.configuration = provider.configuration
        provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { _ in }
        try await provider.reportNewIncomingCall(with: call, update: CXCallUpdate())
        provider.reportCall(with: call, updated: CXCallUpdate())
        provider.reportCall(with: call, endedAt: nil, reason: .failed)
        provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
        provider.reportOutgoingCall(with: call, connectedAt: nil)
        #expect(provider.pendingTransactions.count == 1)
        #expect(provider.pendingCallActions(of: CXEndCallAction.self, withCall: call).count == 1)
        provider.invalidate()
        #expect((provider as? MockProvider)?.calls == 9)
        MockProvider.reportNewIncomingVoIPPushPayload([:]) { #expect($0 == nil) }
        try await MockProvider.reportNewIncomingVoIPPushPayload([:])
    }

    @Test func `a controller that is a mock`() async throws {
        let controller: CXCallController = MockController()
        let action = CXEndCallAction(call: UUID())
        func withCompletions() {
            controller.request(CXTransaction(action: action)) { #expect($0 == nil) }
            controller.requestTransaction(with: [action]) { #expect($0 == nil) }
            controller.requestTransaction(with: action) { #expect($0 == nil) }
        }
        withCompletions()
        try await controller.request(CXTransaction(action: action))
        try await controller.requestTransaction(with: [action])
        try await controller.requestTransaction(with: action)
        #expect((controller as? MockController)?.requests == 6)
        #expect(controller.callObserver is MockObserver)
        #expect(controller.callObserver.calls.isEmpty)
        controller.callObserver.setDelegate(nil, queue: nil)
    }

    @Test func `actions that are mocks`() {
        let call = UUID()
        let handle = CXHandle(type: .generic, value: "ada")
        let start = MockStart(call: call, handle: handle)
        start.fulfill(withDateStarted: Date())
        start.fulfill()
        start.fail()
        #expect(start.story == ["started", "fulfilled", "failed"])
        #expect(start.isComplete && start.timeoutDate == .distantFuture)
        #expect(start.handle.value == "grace" && start.contactIdentifier == "Grace" && start.isVideo)
        let answer = MockAnswer(call: call)
        answer.fulfill(withDateConnected: Date())
        let end = MockEnd(call: call)
        end.fulfill(withDateEnded: Date())
        #expect(!answer.isComplete && !end.isComplete)
        #expect(MockHeld(call: call, onHold: false).isOnHold)
        #expect(MockMuted(call: call, muted: false).isMuted)
        #expect(MockGroup(call: call, callUUIDToGroupWith: call).callUUIDToGroupWith == nil)
        let tones = MockTones(call: call, digits: "1", type: .softPause)
        #expect(tones.digits == "9" && tones.type == .hardPause)
        let translation = MockTranslation(call: call, isTranslating: false, localLanguage: "", remoteLanguage: "")
        translation.fulfill(using: .default)
        #expect(translation.isTranslating && translation.localLanguage == "de" && translation.remoteLanguage == "en")
        #expect(MockAction().uuid == MockAction().uuid)
        #expect(MockCallAction(call: UUID()).callUUID == MockCallAction(call: UUID()).callUUID)
        let transaction = MockTransaction(actions: [])
        transaction.addAction(start)
        #expect(!transaction.isComplete && transaction.actions.isEmpty)
    }

    @Test func `values that are mocks`() {
        let handle = MockHandle(type: .generic, value: "ada")
        #expect(handle.value == "grace" && handle.type == .emailAddress)
        #expect(handle.isEqual(to: CXHandle(type: .generic, value: "")))
        let update = MockUpdate()
        #expect(update.remoteHandle == nil && update.localizedCallerName == "Ada" && update.hasVideo)
        #expect(update.supportsHolding && update.supportsGrouping && update.supportsUngrouping && update.supportsDTMF)
        let configuration = MockConfiguration(localizedName: "Phone")
        #expect(configuration.localizedName == "Mock" && configuration.ringtoneSound == "mock.caf")
        #expect(configuration.iconTemplateImageData == Data() && configuration.maximumCallGroups == 1)
        #expect(configuration.maximumCallsPerCallGroup == 1 && !configuration.includesCallsInRecents)
        #expect(configuration.supportsVideo && configuration.supportsAudioTranslation)
    }

    @Test func `a directory's manager and context that are mocks`() async throws {
        let manager: CXCallDirectoryManager = MockManager()
        try await manager.reloadExtension(withIdentifier: "")
        #expect(try await manager.enabledStatusForExtension(withIdentifier: "") == .enabled)
        try await manager.openSettings()
        #expect(MockManager.sharedInstance is MockManager)
        func withCompletions() {
            manager.reloadExtension(withIdentifier: "") { #expect($0 == nil) }
            manager.getEnabledStatusForExtension(withIdentifier: "") { status, _ in #expect(status == .enabled) }
            manager.openSettings { #expect($0 == nil) }
            let context: CXCallDirectoryExtensionContext = MockContext()
            BlockList().beginRequest(with: context)
            context.completeRequest { #expect(!$0) }
            #expect((context as? MockContext)?.entries == 7)
        }
        withCompletions()
        #expect(await !MockContext().completeRequest())
    }
}

final class MockProvider: CXProvider {
    var calls = 0

    override func setDelegate(_ delegate: (any CXProviderDelegate)?, queue: dispatch_queue_t?) { calls += 1 }
    override var configuration: CXProviderConfiguration {
        get { CXProviderConfiguration() }
        set { calls += 1 }
    }
    override func reportNewIncomingCall(
        with UUID: UUID, update: CXCallUpdate, completion: @escaping ((any Error)?) -> Void
    ) {
        calls += 1
        completion(nil)
    }
    override func reportNewIncomingCall(with UUID: UUID, update: CXCallUpdate) async throws { calls += 1 }
    override func reportCall(with UUID: UUID, updated update: CXCallUpdate) { calls += 1 }
    override func reportCall(with UUID: UUID, endedAt dateEnded: Date?, reason endedReason: CXCallEndedReason) {
        calls += 1
    }
    override func reportOutgoingCall(with UUID: UUID, startedConnectingAt dateStartedConnecting: Date?) { calls += 1 }
    override func reportOutgoingCall(with UUID: UUID, connectedAt dateConnected: Date?) { calls += 1 }
    override class func reportNewIncomingVoIPPushPayload(
        _ dictionaryPayload: [AnyHashable: Any], completion: (((any Error)?) -> Void)? = nil
    ) {
        completion?(nil)
    }
    override class func reportNewIncomingVoIPPushPayload(_ dictionaryPayload: [AnyHashable: Any]) async throws {}
    override var pendingTransactions: [CXTransaction] { [CXTransaction()] }
    override func pendingCallActions(of callActionClass: AnyClass, withCall callUUID: UUID) -> [CXCallAction] {
        [CXCallAction(call: callUUID)]
    }
    override func invalidate() {
        calls += 1
        super.invalidate()
    }
}

final class MockController: CXCallController {
    var requests = 0

    override var callObserver: CXCallObserver { MockObserver() }
    override func request(_ transaction: CXTransaction, completion: @escaping ((any Error)?) -> Void) {
        requests += 1
        completion(nil)
    }
    override func request(_ transaction: CXTransaction) async throws { requests += 1 }
    override func requestTransaction(with actions: [CXAction], completion: @escaping ((any Error)?) -> Void) {
        requests += 1
        completion(nil)
    }
    override func requestTransaction(with actions: [CXAction]) async throws { requests += 1 }
    override func requestTransaction(with action: CXAction, completion: @escaping ((any Error)?) -> Void) {
        requests += 1
        completion(nil)
    }
    override func requestTransaction(with action: CXAction) async throws { requests += 1 }
}

final class MockObserver: CXCallObserver {
    override var calls: [CXCall] { [] }
    override func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: dispatch_queue_t?) {}
}

private let fixed = UUID()

final class MockAction: CXAction {
    override var uuid: UUID { fixed }
}

final class MockCallAction: CXCallAction {
    override var callUUID: UUID { fixed }
}

final class MockStart: CXStartCallAction {
    var story: [String] = []

    override var isComplete: Bool { true }
    override var timeoutDate: Date { .distantFuture }
    override var handle: CXHandle {
        get { CXHandle(type: .generic, value: "grace") }
        set { super.handle = newValue }
    }
    override var contactIdentifier: String? {
        get { "Grace" }
        set { super.contactIdentifier = newValue }
    }
    override var isVideo: Bool {
        get { true }
        set { super.isVideo = newValue }
    }
    override func fulfill() { story.append("fulfilled") }
    override func fail() { story.append("failed") }
    override func fulfill(withDateStarted dateStarted: Date) { story.append("started") }
}

final class MockAnswer: CXAnswerCallAction {
    override func fulfill(withDateConnected dateConnected: Date) {}
}

final class MockEnd: CXEndCallAction {
    override func fulfill(withDateEnded dateEnded: Date) {}
}

final class MockHeld: CXSetHeldCallAction {
    override var isOnHold: Bool {
        get { true }
        set { super.isOnHold = newValue }
    }
}

final class MockMuted: CXSetMutedCallAction {
    override var isMuted: Bool {
        get { true }
        set { super.isMuted = newValue }
    }
}

final class MockGroup: CXSetGroupCallAction {
    override var callUUIDToGroupWith: UUID? {
        get { nil }
        set { super.callUUIDToGroupWith = newValue }
    }
}

final class MockTones: CXPlayDTMFCallAction {
    override var digits: String {
        get { "9" }
        set { super.digits = newValue }
    }
    override var type: CXPlayDTMFCallAction.ActionType {
        get { .hardPause }
        set { super.type = newValue }
    }
}

final class MockTranslation: CXSetTranslatingCallAction {
    override var isTranslating: Bool { true }
    override var localLanguage: String { "de" }
    override var remoteLanguage: String { "en" }
    override func fulfill(using translationEngine: CXTranslationEngine) {}
}

final class MockTransaction: CXTransaction {
    override var uuid: UUID { fixed }
    override var actions: [CXAction] { [] }
    override var isComplete: Bool { false }
    override func addAction(_ action: CXAction) {}
}

final class MockHandle: CXHandle, @unchecked Sendable {
    override init(type: CXHandle.HandleType, value: String) { super.init(type: type, value: value) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func encode(with coder: NSCoder) { super.encode(with: coder) }
    override func copy(with zone: NSZone? = nil) -> Any { self }
    override var description: String { "a mock" }
    override var hash: Int { 0 }
    override var type: CXHandle.HandleType { .emailAddress }
    override var value: String { "grace" }
    override func isEqual(to handle: CXHandle) -> Bool { true }
}

final class MockUpdate: CXCallUpdate {
    override var remoteHandle: CXHandle? {
        get { nil }
        set { super.remoteHandle = newValue }
    }
    override var localizedCallerName: String? {
        get { "Ada" }
        set { super.localizedCallerName = newValue }
    }
    override var supportsHolding: Bool {
        get { true }
        set { super.supportsHolding = newValue }
    }
    override var supportsGrouping: Bool {
        get { true }
        set { super.supportsGrouping = newValue }
    }
    override var supportsUngrouping: Bool {
        get { true }
        set { super.supportsUngrouping = newValue }
    }
    override var supportsDTMF: Bool {
        get { true }
        set { super.supportsDTMF = newValue }
    }
    override var hasVideo: Bool {
        get { true }
        set { super.hasVideo = newValue }
    }
}

final class MockConfiguration: CXProviderConfiguration {
    override var localizedName: String? { "Mock" }
    override var ringtoneSound: String? {
        get { "mock.caf" }
        set { super.ringtoneSound = newValue }
    }
    override var iconTemplateImageData: Data? {
        get { Data() }
        set { super.iconTemplateImageData = newValue }
    }
    override var maximumCallGroups: Int {
        get { 1 }
        set { super.maximumCallGroups = newValue }
    }
    override var maximumCallsPerCallGroup: Int {
        get { 1 }
        set { super.maximumCallsPerCallGroup = newValue }
    }
    override var includesCallsInRecents: Bool {
        get { false }
        set { super.includesCallsInRecents = newValue }
    }
    override var supportsVideo: Bool {
        get { true }
        set { super.supportsVideo = newValue }
    }
    override var supportsAudioTranslation: Bool {
        get { true }
        set { super.supportsAudioTranslation = newValue }
    }
}

final class MockManager: CXCallDirectoryManager, @unchecked Sendable {
    override class var sharedInstance: CXCallDirectoryManager { MockManager() }
    override func reloadExtension(
        withIdentifier identifier: String, completionHandler completion: (((any Error)?) -> Void)? = nil
    ) {
        completion?(nil)
    }
    override func reloadExtension(withIdentifier identifier: String) async throws {}
    override func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion: @escaping (EnabledStatus, (any Error)?) -> Void
    ) {
        completion(.enabled, nil)
    }
    override func enabledStatusForExtension(withIdentifier identifier: String) async throws -> EnabledStatus {
        .enabled
    }
    override func openSettings(completionHandler completion: (((any Error)?) -> Void)? = nil) { completion?(nil) }
    override func openSettings() async throws {}
}

final class MockContext: CXCallDirectoryExtensionContext {
    var entries = 0

    override var isIncremental: Bool { true }
    override func addBlockingEntry(withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) {
        entries += 1
    }
    override func removeBlockingEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) { entries += 1 }
    override func removeAllBlockingEntries() { entries += 1 }
    override func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
    ) {
        entries += 1
    }
    override func removeIdentificationEntry(withPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber) { entries += 1 }
    override func removeAllIdentificationEntries() { entries += 1 }
    override func completeRequest(completionHandler completion: ((Bool) -> Void)? = nil) { completion?(false) }
    override func completeRequest() async -> Bool { false }
    override func cancelRequest(withError error: any Error) {}
}
