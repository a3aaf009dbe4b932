// SPDX-License-Identifier: MIT

import Observation
import UIKit

/// A controller with an initializer of its own.
final class CallsViewController: UIViewController {
    private let store: CallStore

    init(store: CallStore) {
        self.store = store
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    override var supportedInterfaceOrientations: UIInterfaceOrientationMask { .portrait }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = "Calls"
        follow()
    }

    private func follow() {
        withObservationTracking {
            title = "\(store.calls.count) calls"
        } onChange: { [weak self] in
            Task { @MainActor in self?.follow() }
        }
    }
}
