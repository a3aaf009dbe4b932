// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
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
    let notice: NoticeBar
    private let answers: AnswerButtons
    private let lines: OtherLines
    private let end: Button
    private let (endPlace, beforeEnd): (Widget, Widget)
    private let (widthClamp, heightClamp): (Widget, Widget)
    private let ringing: CallRowList
    private let members: CallRowList
    private let others: CallRowList
    private let declineAll: Button
    private var timer: Later?
    /// End ignores the pointer for a moment.
    private var pause = PressPause()
    /// The view has come to the screen, or a call rings: the keyboard focus goes there.
    private var focus = Focus.stays
    private enum Focus: Equatable {
        case stays, person
        case row(String)
    }
    private var wasWide = false
    private(set) var screen = CallScreen(Registry(), AudioRecord())

    init(_ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        let builder = try Builder(PackageResources.call_view_ui)
        widget = try builder.get("view")
        person = try CallPerson(builder, context)
        controls = try CallControls(builder, context)
        tones = try TonePad(builder)
        details = try CallDetails(builder, context)
        notice = try NoticeBar(builder)
        answers = AnswerButtons(try builder.get("answers"), context)
        lines = OtherLines(try builder.get("lines-box"), try builder.get("lines"), context)
        end = try builder.get("end")
        (endPlace, beforeEnd) = (try builder.get("end-place"), try builder.get("before-end"))
        (widthClamp, heightClamp) = (try builder.get("width"), try builder.get("height"))
        declineAll = try builder.get("decline-all")
        ringing = CallRowList(try builder.get("ringing"), context)
        members = CallRowList(try builder.get("members"), context)
        others = CallRowList(try builder.get("others"), context)
        let back: Button = try builder.get("back")
        back.onClick { [weak self] in self?.leave(nil) }
        context.focusCall = { [weak self] in self?.person.grabFocus() }
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
        widget.onEscape { [weak self] in
            guard let self else { return false }
            if showsTones { showsTones = false } else { leave(nil) }
            return true
        }
        widget.guardDoublePresses()
        end.ignorePresses { [weak self] in self?.pause.ignoresPointer(at: SystemClock.monotonic) ?? false }
        widget.on("map") { [weak self] _ in
            guard let self else { return }
            pausePointer()
            focus = .person
            tick()
        }
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
        lines.show(screen)
        answers.show(front)
        showEnd(screen)
        declineAll.isVisible = screen.canDeclineAll
        let new = ringing.show(screen.ringing)
        members.show(
            screen.members, columns: isWide && screen.members.count > 1 ? 2 : 1,
            isCompact: !AnswerButtons.hasLargeText)
        others.show(screen.others)
        for list in [members, others] { list.isSensitive = !screen.isAway }
        if control(.keypad)?.isPossible != true { showsTones = false }
        makeRoom()
        if front.isRinging, front.call != old.front?.call {
            focus = .person
        } else if let call = new.first {
            focus = .row(call)
        }
        if screen.showsTime != old.showsTime || screen.showsTime && timer == nil { tick() }
    }

    /// Gives the keyboard focus to what has come, or to the person if it is nowhere: keys would do nothing. Call it
    /// when the view is in its place.
    func settleFocus() {
        guard widget.isMapped else { return }
        switch focus {
        case .person: person.grabFocus()
        case .row(let call): ringing.focus(call)
        case .stays: if !widget.containsFocus { person.grabFocus() }
        }
        focus = .stays
    }

    private func pausePointer() {
        pause.come()
        Later.afterFrame(of: widget) { [weak self] in self?.pause.appear(at: SystemClock.monotonic) }
    }

    /// The red button ends the call, or cancels the request.
    private func showEnd(_ screen: CallScreen) {
        let isShown = screen.front?.isRinging == false && screen.kind != .ended
        if isShown, !endPlace.isVisible { pausePointer() }
        // It must not go with the keyboard focus.
        if !isShown, end.hasFocus { person.grabFocus() }
        endPlace.isVisible = isShown
        beforeEnd.isVisible = !AnswerButtons.hasLargeText
        let label = screen.isPending ? Catalogue.text("Cancel") : Catalogue.text("End")
        let canPress = screen.isPending ? screen.front?.canEnd == true : screen.endObstacle.isEmpty
        end.show(label: label)
        end.isSensitive = canPress
        end.tooltip = canPress ? label : screen.endObstacle
        end.setAccessibleDescription(screen.isPending ? "" : screen.endObstacle)
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
        let isWide = isWide
        let isAlone = person.room == .full && screen.members.isEmpty
        set(heightClamp, isWide && isAlone ? Self.height : Self.unlimited)
        set(widthClamp, isWide && screen.members.count > 1 ? Self.twoColumns : Self.column)
    }

    private func set(_ clamp: Widget, _ size: Int) {
        guard clamp.get("maximum-size")?.int != size else { return }
        clamp.set("maximum-size", .int(size))
        clamp.set("tightening-threshold", .int(min(size, size == Self.column ? Self.narrow : size)))
    }

    /// The window has another width.
    func widthChanged() {
        let isWide = isWide
        guard isWide != wasWide else { return }
        wasWide = isWide
        show(screen)
    }

    private static let (largeText, largestText) = (1.5, 1.75)
    /// A window of at least this width is one of a desktop. In pixels, as the others.
    private static let wide = 600
    private var isWide: Bool { (widget.window?.width ?? 0) >= Self.wide }
    /// The height of a call on a desktop.
    private static let (height, unlimited) = (560, 10_000)
    /// The widths of the persons.
    private static let (narrow, column, twoColumns) = (360, 420, 640)
    /// The height of one row of controls with large text, in pixels.
    private static let rowHeight = 120

    /// A control of the call in front; nil while nothing can be done with it.
    private func control(_ control: CallControl) -> ControlState? {
        screen.isAway ? nil : screen.controls.first { $0.control == control }
    }

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
        timer = Later(milliseconds: wait) { [weak self] in self?.tick() }
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

    /// Hangs up the call or the conference in front, or cancels the request.
    func endFront() {
        if screen.isPending { context.placer.cancel() } else { context.calls.end(screen.callsToEnd) }
    }

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
