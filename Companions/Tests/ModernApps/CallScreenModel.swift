// SPDX-License-Identifier: MIT

import AVFoundation
import CallKit
import Combine
import UIKit

@MainActor
final class CallScreenModel: ObservableObject {
    enum Phase: Equatable, Sendable {
        case idle, ringing(String), talking(since: Date), failed(String)
    }

    @Published private(set) var phase: Phase = .idle
    @Published var isSpeakerOn = false
    @Published private(set) var background: UIApplication.State = .active

    private let provider: CXProvider
    private let performer = CallPerformer()
    private var subscriptions: Set<AnyCancellable> = []

    init(configuration: CXProviderConfiguration = CXProviderConfiguration()) {
        configuration.iconTemplateImageData = UIImage(named: "Icon")?.pngData()
        provider = CXProvider(configuration: configuration)
        provider.setDelegate(performer, queue: .main)
        $isSpeakerOn.dropFirst().sink { isOn in
            try? AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
        }
        .store(in: &subscriptions)
        performer.onAnswer = { [weak self] date in self?.phase = .talking(since: date) }
    }

    func ring(_ name: String) async {
        let task = UIApplication.shared.beginBackgroundTask(withName: "ring")
        defer { UIApplication.shared.endBackgroundTask(task) }
        let update = CXCallUpdate()
        update.localizedCallerName = name
        do {
            try await provider.reportNewIncomingCall(with: UUID(), update: update)
            phase = .ringing(name)
        } catch {
            phase = .failed(error.localizedDescription)
        }
    }

    func follow() async {
        for await isOn in $isSpeakerOn.values where isOn {
            background = UIApplication.shared.applicationState
        }
    }
}

/// The delegate, on the main queue.
@MainActor
private final class CallPerformer: NSObject, @preconcurrency CXProviderDelegate {
    var onAnswer: (Date) -> Void = { _ in }

    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        onAnswer(.now)
        action.fulfill()
    }
}
