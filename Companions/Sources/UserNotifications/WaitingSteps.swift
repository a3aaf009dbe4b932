// SPDX-License-Identifier: MIT

/// Steps that wait for replies, one at a time in their order. For one thread.
final class WaitingSteps {
    /// Calls `done` once.
    typealias Step = (_ done: @escaping () -> Void) -> Void

    private var steps: [Step] = []
    private var isBusy = false

    func add(_ step: @escaping Step) {
        steps.append(step)
        next()
    }

    private func next() {
        guard !isBusy, !steps.isEmpty else { return }
        isBusy = true
        let step = steps.removeFirst()
        step { [self] in
            isBusy = false
            next()
        }
    }
}
