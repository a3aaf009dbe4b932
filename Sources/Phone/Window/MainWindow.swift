// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import GTK
import PhoneModel
import Translations

/// The main window: four pages, and the call view in front of them while there is a call.
@MainActor
final class MainWindow {
    let window: Window
    let callView: CallView
    private let phone: PhoneContext
    private let toasts: ToastOverlay
    private let views: Stack
    private let stack: ViewStack
    private let bar: Revealer
    private let barButton: Button
    private let pages: [any Page]
    /// The user went back to the pages during these calls.
    private var left: Set<String> = []

    init(_ phone: PhoneContext) throws(InterfaceError) {
        self.phone = phone
        let builder = try Builder(PackageResources.main_window_ui)
        window = try builder.get("window")
        (toasts, views, stack) = (try builder.get("toasts"), try builder.get("views"), try builder.get("stack"))
        (bar, barButton) = (try builder.get("call-bar"), try builder.get("call-bar-button"))
        callView = try CallView(phone)
        pages = [
            try RecentsPage(phone), try FavouritesPage(phone), try ContactsPage(phone), try KeypadPage(phone),
        ]
        for page in pages {
            stack.add(page.widget, name: page.kind.rawValue, title: page.kind.title, icon: page.kind.icon)
        }
        views.add(callView.widget, name: "call")
        connect()
        follow()
    }

    private func connect() {
        stack.onChange(of: "visible-child") { [weak self] in self?.page?.appear() }
        window.on("map") { [weak self] _ in self?.page?.appear() }
        phone.directory.observe { [weak self] in if $0 == .history { self?.markMissed() } }
        callView.leave = { [weak self] in self?.leaveCall(to: $0) }
        barButton.onClick { [weak self] in self?.showCall() }
        phone.application.add(window)
        phone.tell = { [weak self] in self?.toasts.show($0) }
    }

    private func markMissed() {
        guard let recents = pages.first(where: { $0.kind == .recents }) else { return }
        stack.mark(recents.widget, phone.directory.unreadMissed)
    }

    private var page: (any Page)? { pages.first { $0.kind.rawValue == stack.page } }

    /// Shows that page, also during a call.
    func show(_ page: PhonePage) {
        leaveCall(to: page)
    }

    /// Lets the visible page search.
    func search() { _ = page?.search() }

    // MARK: Calls

    /// Shows the calls as they are now.
    func follow() {
        let calls = phone.calls
        let screen = CallScreen(calls.registry, calls.audio, unenforced: phone.agent.unenforced)
        left.formIntersection(calls.registry.calls.values.map(\.uuid))
        callView.show(screen)
        if let front = screen.front, !left.contains(front.call) {
            views.page = "call"
        } else {
            views.page = "pages"
        }
        (bar.isVisible, bar.isRevealed) = (screen.front != nil, screen.front != nil)
        if let front = screen.front {
            barButton.label = Catalogue.text(
                "Back to the call with %s", screen.conferenceTitle.isEmpty ? front.title : screen.conferenceTitle)
        }
    }

    /// Shows the calls in front of the pages.
    func showCall() {
        left = []
        follow()
    }

    private func leaveCall(to page: PhonePage?) {
        // A call that begins to ring later comes to the front again.
        left = Set(phone.calls.registry.calls.values.map(\.uuid))
        if let page { stack.page = page.rawValue }
        follow()
    }
}
