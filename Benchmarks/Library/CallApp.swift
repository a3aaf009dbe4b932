// SPDX-License-Identifier: MIT

import CallKit

/// An app with CallKit.
final class CallApp: NSObject, MeasuredApp, CXProviderDelegate, @unchecked Sendable {
    private let queue = DispatchQueue(label: "app")
    private let provider: CXProvider
    private let controller: CXCallController
    private let done = DispatchSemaphore(value: 0)

    // On the queue.
    private var scenario = Scenario.report
    private var call = UUID()
    private var began: UInt64 = 0
    private var remaining = 0
    private var times: [UInt64] = []

    /// Returns when the app is registered.
    init(_ identifier: String) {
        let configuration = CXProviderConfiguration(localizedName: "Benchmark")
        configuration.identifier = identifier
        provider = CXProvider(configuration: configuration)
        controller = CXCallController(queue: queue)
        super.init()
        provider.setDelegate(self, queue: queue)
        done.wait()
    }

    func measure(_ scenario: Scenario, times count: Int) -> [UInt64] {
        queue.async { [self] in
            (self.scenario, remaining, times) = (scenario, count, [])
            times.reserveCapacity(count)
            next()
        }
        done.wait()
        return queue.sync { times }
    }

    private func next() {
        guard remaining > 0 else {
            done.signal()
            return
        }
        remaining -= 1
        call = UUID()
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+49 30 1234567")
        update.localizedCallerName = "Ada Lovelace"
        update.hasVideo = false
        began = now()
        provider.reportNewIncomingCall(with: call, update: update) { [self] error in
            check(error)
            switch scenario {
            case .report: took()
            case .answer: answer()
            }
        }
    }

    private func answer() {
        let transaction = CXTransaction(action: CXAnswerCallAction(call: call))
        began = now()
        controller.request(transaction) { check($0) }
    }

    private func took() {
        times.append(now() - began)
        provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
        // The refusal of this request arrives when all earlier messages are done.
        controller.request(CXTransaction()) { [self] _ in next() }
    }

    // MARK: CXProviderDelegate

    func providerDidReset(_ provider: CXProvider) {}
    func providerDidBegin(_ provider: CXProvider) { done.signal() }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { action.fulfill() }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { took() }
}
