// SPDX-License-Identifier: MIT

import CallKit

/// Makes calls of every kind, one after another, through all parts of CallKit.
final class CallApp: NSObject, CXProviderDelegate, CXCallObserverDelegate, SoakedApp, @unchecked Sendable {
    private let queue = DispatchQueue(label: "app")
    private let provider: CXProvider
    private let controller: CXCallController
    private let told = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var leftovers = Leftovers()
    /// True makes the app fail the next action.
    private var isReluctant = false

    override init() {
        let configuration = CXProviderConfiguration(localizedName: "Soak")
        configuration.identifier = "org.example.Soak"
        provider = CXProvider(configuration: configuration)
        controller = CXCallController(queue: queue)
        super.init()
        provider.setDelegate(self, queue: queue)
        controller.callObserver.setDelegate(self, queue: queue)
    }

    // MARK: Calls

    func call(_ number: Int, _ leftovers: Leftovers) {
        lock.withLock { self.leftovers = leftovers }
        let call = UUID()
        switch number % 10 {
        case 0: place(call)
        case 1: decline(call)
        case 2: refuse(call)
        default: talk(call, hangsUp: number % 2 == 0)
        }
    }

    private func talk(_ call: UUID, hangsUp: Bool) {
        ring(call)
        request(CXAnswerCallAction(call: call))
        told.wait()
        provider.reportCall(with: call, updated: CXCallUpdate())
        if hangsUp {
            request(
                CXSetMutedCallAction(call: call, muted: true),
                CXPlayDTMFCallAction(call: call, digits: "1", type: .singleTone))
            request(CXEndCallAction(call: call))
        } else {
            provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
        }
        told.wait()
    }

    private func place(_ call: UUID) {
        request(CXStartCallAction(call: call, handle: CXHandle(type: .generic, value: "Ada")))
        told.wait()
        provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
        provider.reportOutgoingCall(with: call, connectedAt: nil)
        request(CXEndCallAction(call: call))
        told.wait()
    }

    private func decline(_ call: UUID) {
        ring(call)
        request(CXEndCallAction(call: call))
    }

    private func refuse(_ call: UUID) {
        ring(call)
        queue.sync { isReluctant = true }
        request(CXAnswerCallAction(call: call))
    }

    private func ring(_ call: UUID) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+49 30 1234567")
        let accepted = DispatchSemaphore(value: 0)
        provider.reportNewIncomingCall(with: call, update: update) { error in
            if let error { fatalError("\(error)") }
            accepted.signal()
        }
        accepted.wait()
    }

    private func request(_ actions: CXAction...) {
        let transaction = CXTransaction(actions: actions)
        for suspect in actions + [transaction] { suspected(suspect) }
        let accepted = DispatchSemaphore(value: 0)
        controller.request(transaction) { error in
            if let error { fatalError("\(error)") }
            accepted.signal()
        }
        accepted.wait()
    }

    // MARK: Others

    func provide(_ leftovers: Leftovers) {
        let provider = CXProvider(configuration: CXProviderConfiguration(localizedName: "Soak"))
        provider.setDelegate(self, queue: queue)
        leftovers.suspect(provider)
    }

    func observe(_ leftovers: Leftovers) {
        let observer = CXCallObserver()
        observer.setDelegate(self, queue: queue)
        leftovers.suspect(observer)
    }

    func settle() {
        let done = DispatchSemaphore(value: 0)
        // The service refuses this request only after it has handled everything before it.
        controller.request(CXTransaction()) { _ in done.signal() }
        done.wait()
        queue.sync {}
    }

    private func suspected(_ object: NSObject) { lock.withLock { leftovers }.suspect(object) }

    private func perform(_ action: CXAction) {
        suspected(action)
        if isReluctant { action.fail() } else { action.fulfill() }
        isReluctant = false
    }

    // MARK: Callbacks

    func providerDidReset(_ provider: CXProvider) {}
    func providerDidBegin(_ provider: CXProvider) {
        if provider === self.provider { say("begun") }
    }
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        suspected(transaction)
        return false
    }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { perform(action) }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { perform(action) }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { perform(action) }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) { perform(action) }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) { perform(action) }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { told.signal() }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { told.signal() }
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) { suspected(call) }
}
