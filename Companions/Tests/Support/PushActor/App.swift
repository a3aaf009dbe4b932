// SPDX-License-Identifier: MIT

import CallKit
import PushKit

/// The app: a provider and a registry, as on a phone. Everything happens on one queue.
final class App: NSObject, PKPushRegistryDelegate, CXProviderDelegate, @unchecked Sendable {
    private let stage: Stage
    private let queue = DispatchQueue(label: "app")
    private let provider: CXProvider
    private let registry: PKPushRegistry
    private let end = DispatchSemaphore(value: 0)
    private var kept: (@Sendable () -> Void)?
    /// Open when the service knows the app.
    private let begun = DispatchGroup()

    init(_ stage: Stage) {
        self.stage = stage
        let configuration = CXProviderConfiguration()
        configuration.identifier = PushActor.name
        provider = CXProvider(configuration: configuration)
        registry = PKPushRegistry(queue: queue)
    }

    func start() {
        begun.enter()
        provider.setDelegate(self, queue: queue)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func waitForEnd() { end.wait() }

    func obey(_ command: String) {
        queue.async { [self] in
            switch command {
            case "complete":
                guard let kept else { return }
                stage.say("completes")
                // The process may end at once, so the test must have been told.
                stage.afterwards(kept)
            case "stop": registry.desiredPushTypes = []
            case "start": registry.desiredPushTypes = [.voIP]
            case "begun": begun.notify(queue: queue) { [stage] in stage.say("begun") }
            case "tell": stage.say(registry.pushToken(for: .voIP) == nil ? "has no token" : "has a token")
            default: stage.say("what is “\(command)”?")
            }
        }
    }

    // MARK: Pushes

    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {
        stage.say("token " + String(decoding: pushCredentials.token, as: UTF8.self))
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) { stage.say("no token") }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        let push = payload.dictionaryPayload
        stage.say("push \(push["caller"] as? String ?? "")")
        if push["wait"] != nil {
            kept = completion
            if push["leave"] != nil { end.signal() }
            return
        }
        guard let uuid = (push["call"] as? String).flatMap(UUID.init) else { return completion() }
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: push["caller"] as? String ?? "")
        provider.reportNewIncomingCall(with: uuid, update: update) { [stage] error in
            stage.say(error.map { "refused: \($0.localizedDescription)" } ?? "reported")
            completion()
        }
    }

    // MARK: Calls

    func providerDidReset(_ provider: CXProvider) { stage.say("reset") }

    func providerDidBegin(_ provider: CXProvider) { begun.leave() }

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        stage.say("answer")
        action.fulfill()
    }
}
