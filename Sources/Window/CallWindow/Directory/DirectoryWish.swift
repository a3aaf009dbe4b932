// SPDX-License-Identifier: MIT

import GTK

/// The wish of a page for the directory. A directory that ends while the page is visible is started again, but only
/// once until the user opens the page again: one that ends at each start must not be started for ever.
@MainActor
final class DirectoryWish {
    private unowned let directory: DirectoryFollower
    private let widget: Widget
    private var mayStartAgain = false

    init(_ directory: DirectoryFollower, of widget: Widget) {
        (self.directory, self.widget) = (directory, widget)
        directory.observe { [weak self] in if $0 == .presence { self?.startAgain() } }
        // The directory may have ended while a call was in front of the page.
        widget.on("map") { [weak self] _ in self?.startAgain() }
    }

    /// The user has opened the page.
    func appear() {
        mayStartAgain = true
        directory.want()
    }

    private func startAgain() {
        guard mayStartAgain, directory.presence == .absent, widget.isMapped else { return }
        mayStartAgain = false
        directory.want()
    }
}
