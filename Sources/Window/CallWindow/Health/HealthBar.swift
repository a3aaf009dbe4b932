// SPDX-License-Identifier: MIT

import CallHealth
import CallWindowModel
import GTK

/// The bar below the header of the pages: the most important thing that is wrong, and its cure. It takes room of its
/// own, so it covers nothing.
@MainActor
final class HealthBar {
    private let context: CallWindowContext
    private let place: Bin
    private let bar: Widget
    private let text: Label
    private let cure: Button
    private let more: Button
    private var shown: HealthLine?

    /// Fills the place, which is visible while there is something to show.
    init(_ context: CallWindowContext, in place: Bin) throws(InterfaceError) {
        let builder = try Builder(PackageResources.health_bar_ui)
        (self.context, self.place) = (context, place)
        (bar, text) = (try builder.get("bar"), try builder.get("text"))
        (cure, more) = (try builder.get("cure"), try builder.get("more"))
        cure.onClick { [weak self] in
            if let cure = self?.shown?.cure { self?.context.perform(cure) }
        }
        place.child = bar
        context.health.observe { [weak self] in self?.show() }
        show()
    }

    private func show() {
        let lines = context.health.lines.bars
        place.isVisible = !lines.isEmpty
        guard let line = lines.first else { return }
        more.isVisible = lines.count > 1
        guard line != shown else { return }
        shown = line
        text.text = line.text
        cure.isVisible = line.cure != nil
        if let cure = line.cure { self.cure.show(label: cure.label) }
    }
}
