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
    private let bar: Widget
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
        let menu: MenuButton = try builder.get("menu")
        menu.nameItems()
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
        _ = context.make("cannot show a page", try make(page))
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

    /// Lets the visible page search.
    func search() { shownPage()?.search() }

    // MARK: Calls

    private func makeCallView() {
        guard callView == nil, let view = context.make("cannot show the calls", try CallView(context)) else { return }
        view.leave = { [weak self] in self?.show($0) }
        // Hidden until it is in front: see `Stack`.
        view.widget.isVisible = false
        views.add(view.widget, name: "call")
        callView = view
    }

    /// Shows the calls as they are now.
    func follow() {
        let calls = context.calls
        let screen = CallScreen(calls.registry, calls.audio, unenforced: context.agent.unenforced)
        left.formIntersection(calls.registry.calls.values.map(\.uuid))
        let shown = [screen.front].compactMap { $0 } + screen.ringing
        if !shown.isEmpty { makeCallView() }
        callView?.show(screen)
        views.page = shown.contains { !left.contains($0.call) } ? "call" : "pages"
        let showsCall = views.page == "call"
        toasts.style("in-call", showsCall)
        for action in context.callActions { action.enable(showsCall) }
        bar.isVisible = screen.front != nil
        bar.set("reveal-child", screen.front != nil)
        if let front = screen.front {
            barButton.show(
                label: Catalogue.text(
                    "Back to the call with %s", screen.conferenceTitle.isEmpty ? front.title : screen.conferenceTitle))
        }
    }

    /// Shows the calls in front of the pages.
    func showCall() {
        left = []
        follow()
    }

    /// Shows that page, or the visible one, also during a call.
    func show(_ page: CallWindowPage?) {
        // A call that begins to ring later comes to the front again.
        left = Set(context.calls.registry.calls.values.map(\.uuid))
        if let page { stack.page = page.rawValue }
        follow()
    }
}
