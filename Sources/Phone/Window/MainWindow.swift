// SPDX-License-Identifier: MIT

import GTK
import PhoneModel

/// The main window: four pages, and the call view in front of them.
@MainActor
final class MainWindow {
    let window: Window
    private let toasts: ToastOverlay
    private let stack: ViewStack
    private let pages: [any Page]

    init(_ phone: PhoneContext) throws(InterfaceError) {
        let builder = try Builder(PackageResources.main_window_ui)
        window = try builder.get("window")
        toasts = try builder.get("toasts")
        stack = try builder.get("stack")
        pages = [
            try RecentsPage(phone), try FavouritesPage(phone), try ContactsPage(phone), try KeypadPage(phone),
        ]
        for page in pages {
            stack.add(page.widget, name: page.kind.rawValue, title: page.kind.title, icon: page.kind.icon)
        }
        stack.onChange(of: "visible-child") { [weak self] in self?.page?.appear() }
        phone.application.add(window)
        phone.tell = { [weak self] in self?.toasts.show($0) }
    }

    private var page: (any Page)? { pages.first { $0.kind.rawValue == stack.page } }

    /// Shows that page.
    func show(_ page: PhonePage) { stack.page = page.rawValue }

    /// Lets the visible page search.
    func search() { _ = page?.search() }
}
