// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallStories
import CallWindowModel
import ConfigurationText
import GTK
import SDBus

/// The calls: one in front with its controls, those that ring, and the others.
@MainActor
final class CallView {
    let widget: Widget
    /// The user wants to see the pages: to add a call, or only to look.
    var leave: (CallWindowPage?) -> Void = { _ in }
    private let context: CallWindowContext
    private let person: CallPerson
    private let controls: CallControls
    private let tones: TonePad
    private let details: CallDetails
    private let answers: AnswerButtons
    private let end: Button
    private let ringing: CallRowList
    private let members: CallRowList
    private let others: CallRowList
    private let declineAll: Button
    private var timer: Later?
    private(set) var screen = CallScreen(Registry(), AudioRecord())

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.call_view_ui)
        widget = try builder.get("view")
        person = try CallPerson(builder, context)
        controls = try CallControls(builder, context)
        tones = try TonePad(builder)
        details = try CallDetails(builder, context)
        answers = AnswerButtons(try builder.get("answers"), context)
        end = try builder.get("end")
        declineAll = try builder.get("decline-all")
        ringing = CallRowList(try builder.get("ringing"), context)
        members = CallRowList(try builder.get("members"), context)
        others = CallRowList(try builder.get("others"), context)
        let back: Button = try builder.get("back")
        back.onClick { [weak self] in self?.leave(nil) }
        connect()
    }

    private func connect() {
        end.onClick { [weak self] in self?.endFront() }
        declineAll.onClick { [weak self] in
            guard let self else { return }
            context.calls.end(screen.callsToDecline)
        }
        controls.press = { [weak self] in self?.press($0) }
        tones.send = { [weak self] in self?.send(tone: $0) }
        tones.hide = { [weak self] in self?.showsTones = false }
        widget.onCharacter { [weak self] character in
            guard let self, TonePad.keys.contains(where: { $0.key == character }), control(.keypad)?.isPossible == true
            else { return false }
            showsTones = true
            tones.press(character)
            return true
        }
        widget.guardDoublePresses()
        widget.on("map") { [weak self] _ in self?.tick() }
        widget.on("unmap") { [weak self] _ in self?.timer = nil }
    }

    // MARK: Showing

    func show(_ screen: CallScreen) {
        let old = self.screen
        self.screen = screen
        guard let front = screen.front else { return }
        if front.call != old.front?.call {
            tones.clear()
            showsTones = false
        }
        person.show(screen)
        controls.show(screen)
        details.show(screen)
        answers.show(front)
        end.isVisible = !front.isRinging
        show(endObstacle: screen.endObstacle)
        declineAll.isVisible = screen.canDeclineAll
        ringing.show(screen.ringing)
        members.show(screen.members)
        others.show(screen.others)
        if control(.keypad)?.isPossible != true { showsTones = false }
        makeRoom()
        if screen.showsTime != old.showsTime || timer == nil { tick() }
    }

    private func show(endObstacle: String) {
        end.isSensitive = endObstacle.isEmpty
        end.tooltip = endObstacle.isEmpty ? Catalogue.text("End") : endObstacle
        end.setAccessibleDescription(endObstacle)
    }

    /// The tones are in the place of the controls.
    private var showsTones: Bool {
        get { controls.showsTones }
        set {
            controls.showsTones = newValue
            makeRoom()
        }
    }

    /// The person leaves room for the controls, for another call and for large text. Beside a call that rings, the
    /// controls leave room for its buttons: then the largest text shows the first row of them, with Mute.
    private func makeRoom() {
        let (rings, scale) = (!screen.ringing.isEmpty, DesktopSettings.textScale)
        if showsTones || rings {
            person.room = .least
        } else if scale >= Self.largeText, !screen.controls.isEmpty {
            person.room = .large
        } else {
            person.room = screen.others.isEmpty ? .full : .shared
        }
        controls.height = rings && scale >= Self.largestText ? Self.rowHeight : nil
    }

    private static let (largeText, largestText) = (1.5, 1.75)
    /// The height of one row of controls with large text, in pixels.
    private static let rowHeight = 120

    private func control(_ control: CallControl) -> ControlState? { screen.controls.first { $0.control == control } }

    /// Shows the times, and again when the next second begins. There is no timer while no time is visible: a window
    /// that is minimised or covered gets no frames, or says that it is minimised.
    func tick() {
        person.tick()
        members.tick()
        others.tick()
        timer = nil
        guard showsTime else { return }
        Later.afterFrame(of: widget) { [weak self] in self?.waitForNextSecond() }
    }

    private var showsTime: Bool { screen.showsTime && widget.isMapped && widget.window?.isMinimised == false }

    private func waitForNextSecond() {
        guard showsTime else { return }
        let wait = CallTime.untilNextSecond(from: screen.front?.connectedAt ?? 0, now: CallTime.now)
        timer = Later(milliseconds: wait) { [weak self] in
            self?.tick()
            return false
        }
    }

    // MARK: Acting

    /// What a shortcut does with the call in front. Does nothing if it is not possible now.
    func press(_ control: CallControl) {
        guard let state = self.control(control), state.isPossible,
            let call = screen.front.flatMap({ context.calls.registry.call($0.call) })
        else { return }
        switch control {
        case .keypad: showsTones.toggle()
        case .add: leave(.keypad)
        case .route: break
        case .mute, .hold, .swap, .merge: context.calls.request(control.actions(on: call, in: context.calls.registry))
        }
    }

    /// Hangs up the call or the conference in front.
    func endFront() { context.calls.end(screen.callsToEnd) }

    /// Does what the button says with the call that rings: the one in front, or else the first.
    func press(_ button: CallButton) {
        let cards = ([screen.front].compactMap { $0 } + screen.ringing).filter(\.isRinging)
        guard let card = cards.first else { return }
        switch button {
        case .answer: if let answer = card.answers.last { context.calls.press(answer, on: card.call) }
        case .decline: if card.canEnd { context.calls.press(.decline, on: card.call) }
        case .silence: if card.canSilence { context.calls.press(.silence, on: card.call) }
        default: break
        }
    }

    private func send(tone: Character) {
        guard let call = screen.front?.call else { return }
        context.calls.request([ActionKind.playDTMF(digits: String(tone), .singleTone).wire(call: call)])
    }
}

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
        let button: MenuButton = try builder.get("details")
        context.focusDetails = { button.grabFocus() }
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
