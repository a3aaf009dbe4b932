// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallLinks
import CallWindowModel
import ConfigurationText
import GTK
package import SDBus

/// The program: its one window, its actions, and the links that it is asked to open.
@MainActor
package final class CallWindowApplication {
    private let application: Application
    private let context: CallWindowContext
    private var source: LoopSource?
    private var window: MainWindow?
    private var settings: SettingsWindow?
    private var appsAndHealth: AppsAndHealthWindow?
    /// The questions about links that the user has not answered.
    private var questions: [LinkDialog] = []

    /// `session` is the session bus; nil if there is none.
    package init(_ loop: EventLoop, _ calls: CallsFollower, session: BusConnection?, log: Log) {
        application = Application(id: PhoneName.bus.text, name: "MonkeyCall")
        context = CallWindowContext(application, loop, calls, session: session, log: log)
    }

    /// Runs until the last window is closed. Returns the exit code. If another process is the application, it shows the
    /// call or asks about the links, and this one ends. A service opens no window until the bus asks for one.
    package func run(links: [String], call: String?, isService: Bool) -> Int32 {
        application.onStartup { [unowned self] in start() }
        application.onActivate { [unowned self] in present() }
        application.onOpen { [unowned self] in open($0) }
        if let call, application.register() { application.activate(PhoneName.showCall, call) }
        return application.run(program: "monkeycall-phone", isService ? ["--gapplication-service"] : links)
    }

    private func start() {
        source = LoopSource(context.loop)
        StyleSheet.add(PackageResources.phone_css)
        addActions()
        context.calls.observe { [unowned self] in
            window?.followSoon()
            for question in questions { question.follow() }
        }
        context.agent.observe { [unowned self] in window?.followSoon() }
        context.directory.observe { [unowned self] in
            settings?.changed($0)
            appsAndHealth?.changed($0)
            if $0 == .presence { for question in questions { question.follow() } }
        }
        context.calls.announce = { [unowned self] in context.show($0) }
        context.calls.callCame = { [unowned self] in makeWay() }
        begin("cannot follow the calls") { () throws(BusError) in try context.calls.begin() }
        begin("cannot follow the directory") { () throws(BusError) in try context.directory.begin() }
        // The first frame does not need the agent, and each question to the bus may wait for a busy processor.
        Later.idle { [weak self] in self?.context.followAgent() }
    }

    /// Without one of them the window shows what the others have.
    private func begin(_ problem: StaticString, _ body: () throws(BusError) -> Void) {
        do throws(BusError) { try body() } catch { context.log(problem, error) }
    }

    // MARK: The window

    private func present() {
        if window == nil {
            guard let window = context.make("cannot show the window", try MainWindow(context)) else {
                return application.quit()
            }
            window.window.onClose { [weak self] in
                self?.window = nil
                self?.context.callActions.forEach { $0.enable(false) }
            }
            self.window = window
        }
        window?.window.present()
    }

    private func open(_ links: [String]) {
        present()
        guard let window else { return }
        // A page that opens many links must not cover the screen.
        for link in links.prefix(3) { ask(about: link, over: window.window) }
    }

    private func ask(about link: String, over parent: Window) {
        do throws(CallLinkError) {
            let question = try LinkDialog(link, context, over: parent) { [weak self] closed in
                self?.questions.removeAll { $0 === closed }
            }
            questions.append(question)
        } catch {
            context.log("a link is not called", ["message": error.message])
            context.showToast(LinkWords.text(error))
        }
    }

    private func showSettings() {
        if let settings { return settings.window.present() }
        present()
        settings = context.make("cannot show the settings", try SettingsWindow(context, over: window?.window))
        settings?.window.onClose { [weak self] in self?.settings = nil }
        settings?.window.present()
    }

    private func show(_ page: AppsAndHealthWindow.Page) {
        present()
        if appsAndHealth == nil {
            appsAndHealth = context.make(
                "cannot show the apps", try AppsAndHealthWindow(context, over: window?.window))
            appsAndHealth?.window.onClose { [weak self] in self?.appsAndHealth = nil }
        }
        appsAndHealth?.show(page)
    }

    /// A call comes to the front: no other window covers its buttons, and no notice is in their place.
    private func makeWay() {
        appsAndHealth?.window.destroy()
        settings?.window.destroy()
        context.show(nil)
    }

    /// Shows the list of all keys.
    private func showShortcuts() {
        let shortcuts = context.make(
            "cannot show the keys", try Builder(PackageResources.shortcuts_ui).get("shortcuts", Window.self))
        shortcuts?.setTransient(for: window?.window)
        shortcuts?.present()
    }

    private func showAbout() {
        context.health.begin()
        let about = AboutWindow(of: context)
        about.setTransient(for: window?.window)
        about.present()
    }

    // MARK: Actions

    private func addActions() {
        for (number, page) in CallWindowPage.allCases.enumerated() {
            application.addAction("show-" + page.rawValue, keys: ["<Alt>\(number + 1)"]) { [unowned self] in
                present()
                window?.show(page)
            }
        }
        application.addTextAction(PhoneName.showCall) { [unowned self] _ in
            present()
            window?.showCall()
        }
        application.addAction("search", keys: ["<Control>f"]) { [unowned self] in window?.search() }
        application.addAction("quit", keys: ["<Control>q"]) { [unowned self] in application.quit() }
        application.addAction("shortcuts", keys: ["<Control>question"]) { [unowned self] in showShortcuts() }
        application.addAction(PhoneName.showSettings, keys: ["<Control>comma"]) { [unowned self] in showSettings() }
        application.addAction("show-apps") { [unowned self] in show(.apps) }
        application.addAction("show-health") { [unowned self] in show(.health) }
        application.addAction("about") { [unowned self] in showAbout() }
        addCallActions()
    }

    /// The window enables them while it shows the calls.
    private func addCallActions() {
        func add(_ name: String, _ key: String, _ body: @escaping @MainActor (CallView) -> Void) {
            let action = application.addAction("call-" + name, keys: [key]) { [unowned self] in
                if let view = window?.callView { body(view) }
            }
            action.enable(false)
            context.callActions.append(action)
        }
        for (control, key) in [
            (CallControl.mute, "<Control>m"), (.hold, "<Control>h"), (.swap, "<Control>s"),
            (.merge, "<Control>j"), (.keypad, "<Control>k"), (.add, "<Control>n"),
        ] {
            add(control.rawValue, key) { $0.press(control) }
        }
        for (button, key) in [
            (CallButton.answer, "<Control>Return"), (.decline, "<Control>BackSpace"), (.silence, "<Control>i"),
        ] {
            add(button.rawValue, key) { $0.press(button) }
        }
        add("end", "<Control>e") { $0.endFront() }
    }
}

/// Asks whether to call the party of a link. Only the user's press dials.
@MainActor
final class LinkDialog {
    private let context: CallWindowContext
    private let link: CallLink
    private let dialog: MessageDialog
    private var choice = LineChoice()
    private var dropDown: DropDown?
    /// The providers that the directory proposes; nil = it was not asked.
    private var proposed: [String]?

    /// `closed` is called when the dialog has gone. Throws for a link that must not be called.
    init(
        _ text: String, _ context: CallWindowContext, over parent: Window,
        closed: @escaping @MainActor (LinkDialog) -> Void
    ) throws(CallLinkError) {
        self.context = context
        link = try CallLink(text)
        dialog = MessageDialog(
            parent: parent, heading: link.question, body: link.facts, cancel: Catalogue.text("Cancel"),
            agree: Catalogue.text("Call"))
        dialog.onAgreement { [weak self] in self?.call() }
        // The answer comes after the dialog has closed.
        dialog.onClose { [weak self] in Later.idle { if let self { closed(self) } } }
        follow()
        dialog.present()
    }

    /// Offers the lines that can call now. A link that starts the program comes before the service and the directory
    /// have sent them.
    func follow() {
        askDirectory()
        noteSelection()
        let lines = PhoneLine.lines(for: link.handle.kind, in: context.calls.registry, proposed: proposed ?? [])
        guard lines != choice.lines else { return }
        choice.offer(lines)
        dropDown = choice.isOffered ? DropDown(lines.map(\.title)) : nil
        dropDown?.setAccessibleName(Catalogue.text("App for the call"))
        dropDown?.selected = choice.selected
        dialog.extra = dropDown
    }

    private func askDirectory() {
        guard proposed == nil, context.directory.presence == .running else { return }
        proposed = []
        context.directory.client?.lookUp(link.handle.wire) { [weak self] facts in
            guard let self else { return }
            proposed = facts?[.providers]?.strings ?? []
            if let facts { name(facts) }
            follow()
        }
    }

    /// The question has the name of a contact, and the number as people write it.
    private func name(_ facts: [String: Variant]) {
        let (name, number) = (facts.text(.displayName), facts.text(.formatted))
        let address = number.isEmpty ? link.handle.value : number
        dialog.set("heading", Catalogue.text("Call %s?", (name.isBlank ? address : name).alone))
        let lines = [name.isBlank ? "" : address.isolated, link.facts]
        dialog.set("body", lines.filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private func noteSelection() {
        if let dropDown { choice.select(dropDown.selected) }
    }

    private func call() {
        noteSelection()
        context.place(
            link.handle, by: choice.provider, video: link.isVideo, postDial: link.postDial)
    }
}
