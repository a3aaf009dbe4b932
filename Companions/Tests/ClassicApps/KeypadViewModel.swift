// SPDX-License-Identifier: MIT

import CallKit
import Combine
import UIKit

final class KeypadViewModel: ObservableObject {
    @Published var number = ""
    @Published private(set) var canCall = false
    @Published private(set) var formatted: String?

    private let controller: CXCallController
    private let digits = PassthroughSubject<String, Never>()
    private var activeCall: UUID?
    private var cancellables: Set<AnyCancellable> = []

    init(controller: CXCallController = CXCallController(queue: .main)) {
        self.controller = controller
        $number.map { $0.filter(\.isNumber).count >= 3 }.assign(to: \.canCall, on: self).store(in: &cancellables)
        $number
            .throttle(for: 0.2, scheduler: RunLoop.main, latest: true)
            .map { $0.isEmpty ? nil : $0.split(every: 3).joined(separator: " ") }
            .sink { [weak self] in self?.formatted = $0 }
            .store(in: &cancellables)
        digits
            .filter { "0123456789*#".contains($0) }
            .receive(on: DispatchQueue.main)
            .sink { [weak self] in self?.play($0) }
            .store(in: &cancellables)
    }

    func press(_ key: String) {
        if activeCall == nil { number += key } else { digits.send(key) }
        UIDevice.current.isProximityMonitoringEnabled = activeCall != nil
    }

    private func play(_ digits: String) {
        guard let call = activeCall, !digits.isEmpty else { return }
        let action = CXPlayDTMFCallAction(call: call, digits: digits, type: .singleTone)
        controller.request(CXTransaction(action: action)) { error in
            error.map { print("DTMF: \($0.localizedDescription)") }
        }
    }
}

extension String {
    fileprivate func split(every count: Int) -> [String] {
        stride(from: 0, to: self.count, by: count).map { offset in
            let start = index(startIndex, offsetBy: offset)
            return String(self[start..<(index(start, offsetBy: count, limitedBy: endIndex) ?? endIndex)])
        }
    }
}
