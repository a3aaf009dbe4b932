// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The main window: four pages, and the call view in front of them while there is a call. The first frame needs neither
/// the call view nor the hidden pages nor the directory, so all of that comes later: a page is made when it is shown.
@MainActor
final class MainWindow {
    let window: Window
    /// nil until the first frame is drawn or a call needs it.
    private(set) var callView: CallView?
    private let context: CallWindowContext
    private let toasts: ToastOverlay
    private let views: Stack
    private let stack: ViewStack
    private let bar: Revealer
    private let barButton: Button
    private let places: [CallWindowPage: Bin]
    /// Those that were shown.
    private var pages: [CallWindowPage: any Page] = [:]
    /// The user went back to the pages during these calls.
    private var left: Set<String> = []

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.main_window_ui)
        window = try builder.get("window")
        (toasts, views, stack) = (try builder.get("toasts"), try builder.get("views"), try builder.get("stack"))
        (bar, barButton) = (try builder.get("call-bar"), try builder.get("call-bar-button"))
        places = Dictionary(uniqueKeysWithValues: CallWindowPage.allCases.map { ($0, Bin()) })
        for page in CallWindowPage.allCases {
            guard let place = places[page] else { continue }
            stack.add(place, name: page.rawValue, title: page.title, icon: page.icon)
        }
        if let first = page { try make(first) }
        connect()
        follow()
    }

    private func connect() {
        stack.onChange(of: "visible-child") { [weak self] in self?.shownPage()?.appear() }
        context.directory.observe { [weak self] in if $0 == .history { self?.markMissed() } }
        barButton.onClick { [weak self] in self?.showCall() }
        context.application.add(window)
        context.showToast = { [weak self] in self?.toasts.show($0, close: Catalogue.text("Close")) }
        window.onStateChange { [weak self] in self?.callView?.tick() }
        // The page asks the directory first, and has its answer in the next frame. Then the call view is made, so that
        // a call appears at once.
        Later.afterFrame(of: window) { [weak self] in
            self?.shownPage()?.appear()
            if let window = self?.window { Later.afterFrame(of: window) { self?.makeCallView() } }
        }
    }

    // MARK: Pages

    private var page: CallWindowPage? { CallWindowPage(rawValue: stack.page) }

    /// The controller of the visible page.
    private func shownPage() -> (any Page)? {
        guard let page else { return nil }
        do throws(InterfaceError) { try make(page) } catch {
            context.log("cannot show a page", ["message": error.message])
        }
        // GTK shows the hidden pages of a stack to screen readers.
        for (kind, controller) in pages { controller.widget.isVisible = kind == page }
        return pages[page]
    }

    private func make(_ page: CallWindowPage) throws(InterfaceError) {
        guard pages[page] == nil else { return }
        let controller: any Page =
            switch page {
            case .recents: try RecentsPage(context)
            case .favourites: try FavouritesPage(context)
            case .contacts: try ContactsPage(context)
            case .keypad: try KeypadPage(context)
            }
        pages[page] = controller
        places[page]?.child = controller.widget
    }

    private func markMissed() {
        if let place = places[.recents] { stack.mark(place, context.directory.unreadMissed) }
    }

    /// Shows that page, also during a call.
    func show(_ page: CallWindowPage) {
        leaveCall(to: page)
    }

    /// Lets the visible page search.
    func search() { _ = shownPage()?.search() }

    // MARK: Calls

    private func makeCallView() {
        guard callView == nil else { return }
        do throws(InterfaceError) {
            let view = try CallView(context)
            view.leave = { [weak self] in self?.leaveCall(to: $0) }
            // Hidden until it is in front: see `Stack`.
            view.widget.isVisible = false
            views.add(view.widget, name: "call")
            callView = view
        } catch {
            context.log("cannot show the calls", ["message": error.message])
        }
    }

    /// Shows the calls as they are now.
    func follow() {
        let calls = context.calls
        let screen = CallScreen(calls.registry, calls.audio, unenforced: context.agent.unenforced)
        left.formIntersection(calls.registry.calls.values.map(\.uuid))
        let shown = [screen.front].compactMap { $0 } + screen.ringing
        if !shown.isEmpty { makeCallView() }
        callView?.show(screen)
        if shown.contains(where: { !left.contains($0.call) }) {
            views.page = "call"
        } else {
            views.page = "pages"
        }
        let showsCall = views.page == "call"
        toasts.style("in-call", showsCall)
        for action in context.callActions { action.isEnabled = showsCall }
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

    private func leaveCall(to page: CallWindowPage?) {
        // A call that begins to ring later comes to the front again.
        left = Set(context.calls.registry.calls.values.map(\.uuid))
        if let page { stack.page = page.rawValue }
        follow()
    }
}

/// The name, the version and the license.
@MainActor
enum AboutDialog {
    static func show(over parent: Window?) {
        let window = AboutWindow()
        window.set("application-name", Catalogue.text("Calls"))
        window.set("application-icon", PhoneName.bus.text)
        window.set("version", "\(contractVersion)")
        window.set("developer-name", "MonkeyCall")
        // GTK_LICENSE_MIT_X11
        window.set("license-type", .int(7))
        window.setTransient(for: parent)
        window.present()
    }
}

/// The list of all keys.
@MainActor
enum ShortcutsDialog {
    static func show(over parent: Window?, _ log: Log) {
        do throws(InterfaceError) {
            let window: Window = try Builder(PackageResources.shortcuts_ui).get("shortcuts")
            window.setTransient(for: parent)
            window.present()
        } catch {
            log("cannot show the keys", ["message": error.message])
        }
    }
}
