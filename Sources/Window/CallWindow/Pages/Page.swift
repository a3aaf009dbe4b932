// SPDX-License-Identifier: MIT

import CallWindowModel
import GTK

/// The controller of a page of the main window. It is made once, when the window opens.
@MainActor
protocol Page: AnyObject {
    var kind: PhonePage { get }
    /// The root of its .ui file.
    var widget: Widget { get }

    /// The page becomes visible, or the user asks for it again.
    func appear()
    /// The user wants to search (Control+F). False if the page has no search.
    func search() -> Bool
}

extension Page {
    func appear() {}
    func search() -> Bool { false }
}
