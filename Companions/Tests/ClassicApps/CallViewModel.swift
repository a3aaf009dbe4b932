// SPDX-License-Identifier: MIT

import AVFoundation
import Combine
import Foundation

final class CallViewModel: ObservableObject {
    @Published var isMuted = false
    @Published var isSpeakerOn = false
    @Published private(set) var duration = "00:00"
    @Published private(set) var status = ""

    private let call: PhoneCall
    private var started: Date?
    private var timer: AnyCancellable?
    private var cancellables: Set<AnyCancellable> = []

    init(call: PhoneCall) {
        self.call = call
        $isSpeakerOn
            .dropFirst()
            .removeDuplicates()
            .sink { isOn in
                try? AVAudioSession.sharedInstance().overrideOutputAudioPort(isOn ? .speaker : .none)
            }
            .store(in: &cancellables)
        Publishers.CombineLatest($isMuted, $isSpeakerOn)
            .map { isMuted, isSpeakerOn in
                [isMuted ? "muted" : nil, isSpeakerOn ? "speaker" : nil].compactMap { $0 }.joined(separator: ", ")
            }
            .assign(to: &$status)
    }

    func connected() {
        started = Date()
        timer = Timer.publish(every: 1, on: .main, in: .common)
            .autoconnect()
            .sink { [weak self] now in
                guard let self = self, let started = self.started else { return }
                let seconds = Int(now.timeIntervalSince(started))
                self.duration = String(format: "%02d:%02d", seconds / 60, seconds % 60)
            }
    }

    func ended() {
        timer?.cancel()
        timer = nil
        cancellables.forEach { $0.cancel() }
    }
}
