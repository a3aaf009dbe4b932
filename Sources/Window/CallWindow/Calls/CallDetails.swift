// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallStories
import CallWindowModel
import GTK

/// The popover that explains: why a control is not possible, and what happened to the call, as `monkeycall why` tells
/// it.
@MainActor
final class CallDetails {
    private let context: CallWindowContext
    private let obstaclesBox: Widget
    private let obstacles: Label
    private let story: Label
    private let popover: Popover
    private var screen: CallScreen?

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        (obstaclesBox, obstacles) = (try builder.get("obstacles-box"), try builder.get("obstacles"))
        (story, popover) = (try builder.get("story"), try builder.get("details-popover"))
        popover.on("show") { [weak self] _ in self?.ask() }
    }

    func show(_ screen: CallScreen) {
        let before = self.screen
        self.screen = screen
        obstacles.text = screen.obstacles.joined(separator: "\n")
        obstaclesBox.isVisible = !screen.obstacles.isEmpty
        if popover.isMapped, screen != before { ask() }
    }

    /// The story is asked for only when somebody wants to read it.
    private func ask() {
        guard let call = screen?.front?.call else { return }
        context.calls.explain(call) { [weak self] moments in
            guard let self, screen?.front?.call == call else { return }
            let registry = context.calls.registry
            let storyCalls = StoryCalls(registry.calls.values, text: \.line) { _ in "" }
            let teller = StoryTeller(of: call, moments.map { StoryMoment($0) }, storyCalls)
            story.text = teller.lines.suffix(100).map { "\(Clock.timeOfDay($0.time))  \($0.text)" }
                .joined(separator: "\n")
        }
    }
}
