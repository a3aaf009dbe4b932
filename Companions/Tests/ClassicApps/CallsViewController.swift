// SPDX-License-Identifier: MIT

import CallKit
import Combine
import UIKit

class CallsViewController: UIViewController {
    private var cancellables = Set<AnyCancellable>()
    private var rows: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        title = NSLocalizedString("Calls", comment: "Title of the list")
        guard let manager = AppDelegate.shared?.callManager else { return }
        manager.$calls
            .receive(on: DispatchQueue.main)
            .map { calls in calls.map { $0.outgoing ? "→ \($0.handle)" : "← \($0.handle)" } }
            .sink { [weak self] rows in self?.rows = rows }
            .store(in: &cancellables)
        manager.callEnded
            .receive(on: RunLoop.main)
            .sink { [weak self] _ in self?.dismiss(animated: true) }
            .store(in: &cancellables)
        NotificationCenter.default.publisher(for: UIApplication.didBecomeActiveNotification)
            .sink { [weak self] _ in self?.reload() }
            .store(in: &cancellables)
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        reload()
    }

    private func reload() {
        guard UIApplication.shared.applicationState != .background else { return }
        if rows.isEmpty, presentedViewController == nil {
            present(UIViewController(), animated: true, completion: nil)
        }
    }
}
