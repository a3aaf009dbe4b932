// SPDX-License-Identifier: MIT

import AVFoundation
import Combine
import os.log

class AudioRouteMonitor {
    enum Route: Equatable {
        case speaker, receiver, bluetooth(name: String), other
    }

    let route = CurrentValueSubject<Route, Never>(.other)
    private let session = AVAudioSession.sharedInstance()
    private var subscriptions = [AnyCancellable]()
    private let log = OSLog(subsystem: "org.example.Phone", category: "Audio")

    init() {
        NotificationCenter.default
            .publisher(for: AVAudioSession.routeChangeNotification)
            .compactMap { $0.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt }
            .compactMap(AVAudioSession.RouteChangeReason.init(rawValue:))
            .receive(on: DispatchQueue.main)
            .sink { [weak self] reason in
                guard let self = self else { return }
                os_log("Route changed: %d", log: self.log, type: .info, Int(reason.rawValue))
                self.route.send(self.currentRoute())
            }
            .store(in: &subscriptions)
        NotificationCenter.default
            .publisher(for: AVAudioSession.interruptionNotification)
            .sink { [log] notification in
                os_log("Interrupted: %{public}@", log: log, "\(notification.userInfo ?? [:])")
            }
            .store(in: &subscriptions)
    }

    private func currentRoute() -> Route {
        guard let output = session.currentRoute.outputs.first else { return .other }
        switch output.portType {
        case .builtInSpeaker: return .speaker
        case .builtInReceiver: return .receiver
        case .bluetoothHFP, .bluetoothA2DP, .bluetoothLE: return .bluetooth(name: output.portName)
        default: return .other
        }
    }
}
