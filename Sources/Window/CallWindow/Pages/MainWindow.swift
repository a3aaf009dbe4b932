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
    private let notice: NoticeBar
    /// Ends a fact that was shown for a moment.
    private var noticeEnd: Later?
    private static let factTime = 10_000
    private let views: Stack
    private let stack: ViewStack
    private let bar: Widget
    private let barButton: Button
    private let healthPlace: Bin
    /// nil until the first frame is drawn.
    private var healthBar: HealthBar?
    private let places: [CallWindowPage: Bin]
    /// Those that were shown.
    private var pages: [CallWindowPage: any Page] = [:]
    /// The user went back to the pages during these calls.
    private var left: Set<String> = []
    /// A call that is over, for a moment in its place, and what is shown of it.
    private var ended: (call: String, screen: CallScreen)?
    private var endedEnd: Later?
    private static let endedTime = 1_500
    /// The sentence about the call in front goes by itself.
    private var newsEnd: Later?
    private var isStale = false

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.main_window_ui)
        window = try builder.get("window")
        (views, stack) = (try builder.get("views"), try builder.get("stack"))
        notice = try NoticeBar(builder)
        let menu: MenuButton = try builder.get("menu")
        menu.nameItems()
        (bar, barButton) = (try builder.get("call-bar"), try builder.get("call-bar-button"))
        healthPlace = try builder.get("health-bar")
        places = Dictionary(uniqueKeysWithValues: CallWindowPage.allCases.map { ($0, Bin()) })
        for page in CallWindowPage.allCases {
            guard let place = places[page] else { continue }
            stack.add(place, name: page.rawValue, title: page.title, icon: page.icon)
        }
        if let first = page { try make(first) }
        connect()
        markMissed()
        follow()
    }

    private func connect() {
        stack.onChange(of: "visible-child") { [weak self] in self?.shownPage()?.appear() }
        context.directory.observe { [weak self] in if $0 == .unread { self?.markMissed() } }
        barButton.onClick { [weak self] in self?.showCall() }
        context.application.add(window)
        context.show = { [weak self] in self?.show(notice: $0) }
        notice.closed = { [weak self] in self?.show(notice: nil) }
        context.calls.callEnded = { [weak self] in self?.noteEnd(of: $0) }
        context.placer.changed = { [weak self] in self?.follow() }
        context.placer.began = { [weak self] in self?.showCall() }
        window.onStateChange { [weak self] in self?.callView?.tick() }
        window.onWidthChange { [weak self] in self?.callView?.widthChanged() }
        // The page asks the directory first, and has its answer in the next frame. Then the call view is made, so that
        // a call appears at once.
        Later.afterFrame(of: window) { [weak self] in
            self?.shownPage()?.appear()
            if let window = self?.window {
                Later.afterFrame(of: window) {
                    self?.makeCallView()
                    self?.followHealth()
                }
            }
        }
    }

    /// The pages and the calls come first.
    private func followHealth() {
        context.health.begin()
        healthBar = context.make("cannot show what is wrong", try HealthBar(context, in: healthPlace))
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
        // The keys have no room below a bar on a small screen. A list scrolls by itself.
        places[page]?.child = page == .keypad ? Scroller(controller.widget) : controller.widget
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
        view.notice.closed = { [weak self] in self?.show(notice: nil) }
        // Hidden until it is in front: see `Stack`.
        view.widget.isVisible = false
        views.add(view.widget, name: "call")
        callView = view
    }

    /// Shows the calls before the next frame: a call sends several changes at once.
    func followSoon() {
        guard !isStale else { return }
        isStale = true
        Later.beforeFrame { [weak self] in if self?.isStale == true { self?.follow() } }
    }

    /// Shows the calls as they are now.
    func follow() {
        isStale = false
        let screen = currentScreen()
        left.formIntersection(context.calls.registry.calls.values.map(\.uuid) + [Self.request])
        let shown = [screen.front].compactMap { $0 } + screen.ringing
        if !shown.isEmpty { makeCallView() }
        callView?.show(screen)
        let page = shown.contains { !left.contains($0.call) } ? "call" : "pages"
        if page != views.page { views.page = page }
        callView?.settleFocus()
        let showsCall = page == "call"
        for action in context.callActions { action.enable(showsCall) }
        let hasCall = screen.front != nil && screen.kind != .ended
        bar.isVisible = hasCall
        bar.set("reveal-child", hasCall)
        if let front = screen.front {
            barButton.show(
                label: Catalogue.text(
                    "Back to the call with %s", screen.conferenceTitle.isEmpty ? front.title : screen.conferenceTitle))
        }
    }

    /// The id of the user's request among those of the calls.
    private static let request = ""

    /// The user's request, or the calls, or the call that has just ended.
    private func currentScreen() -> CallScreen {
        let (calls, unenforced) = (context.calls, context.agent.unenforced)
        if let screen = context.placer.screen(calls.registry, unenforced: unenforced) { return screen }
        let now = SystemClock.monotonic
        let screen = CallScreen(
            calls.registry, calls.audio, unenforced: unenforced, news: calls.news, isAway: calls.isAway, at: now)
        newsEnd = screen.front.flatMap { calls.news.end(of: $0.call, after: now) }.map { end in
            Later(microseconds: end - now) { [weak self] in self?.follow() }
        }
        guard screen.front == nil, let ended else {
            (self.ended, endedEnd) = (nil, nil)
            return screen
        }
        return ended.screen
    }

    /// Keeps the call in its place for a moment, if the user looks at it.
    private func noteEnd(of call: CallRecord) {
        guard views.page == "call", let front = callView?.screen.front, front.call == call.uuid,
            call.connectedAt > 0 || call.isOutgoing, ended?.call != call.uuid
        else { return }
        ended = (call.uuid, CallScreen(ended: front, call.endText))
        endedEnd = Later(milliseconds: Self.endedTime) { [weak self] in
            self?.ended = nil
            self?.follow()
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
        left = Set(context.calls.registry.calls.values.map(\.uuid) + [Self.request])
        ended = nil
        if let page { stack.page = page.rawValue }
        follow()
    }

    // MARK: Notices

    /// In the call view and over the pages: one of them is visible, and the other one comes when a call ends. A window
    /// in front of this one has it for a moment.
    private func show(notice new: Notice?) {
        if let new, let cover = context.cover { return cover.showToast(new.text, close: Catalogue.text("Close")) }
        notice.show(new)
        callView?.notice.show(new)
        noticeEnd = nil
        guard new?.isFact == true else { return }
        noticeEnd = Later(milliseconds: Self.factTime) { [weak self] in self?.show(notice: nil) }
    }
}
