// SPDX-License-Identifier: MIT
import CallClient
import CallInterface
import CallStories
import SDBus

/// Prints one line for each change that matters to people: time, call, change, app, the other side, and the rest.
final class TextWatchPrinter: WatchPrinter {
    private let palette: Palette
    /// The columns of the window, nil for no limit.
    private let room: () -> Int?
    private let say: (String) -> Void
    private var hasBegun = false
    /// Columns grow with their content, up to a limit, and never shrink.
    private var appWidth = 0
    private var partyWidth = 0
    /// `incoming → connecting`
    private static let changeWidth = 21
    private static let widestColumn = 32
    private static let narrowestApp = 4
    /// App and party beside each other.
    private static let narrowestColumns = 24
    /// Time and subject.
    private static let changeColumn = 20
    /// The name of the audio's owner: that app may be gone when it loses the audio.
    private var owner = ""

    init(
        palette: Palette, room: @escaping () -> Int? = { Terminal.width },
        say: @escaping (String) -> Void = { Output.line($0) }
    ) {
        (self.palette, self.room, self.say) = (palette, room, say)
    }

    func show(_ event: MirrorEvent, in registry: Registry) {
        switch event {
        case .serviceFound:
            if hasBegun { line("service", [palette.paint("is back", .green)]) }
            hasBegun = true
        case .serviceLost:
            owner = ""
            line("service", [palette.paint("has left; waiting for it to come back", .red)])
        case .callAdded(let call):
            let facts = facts(CallRecord([:]), call, registry)
            line(call, registry, painted(call.state), facts)
        case .callChanged(let before, let after): changed(before, after, registry)
        case .callRemoved(let call):
            // A change has announced the end.
            if call.state != .ended { line(call, registry, palette.paint("removed", .dim), []) }
        case .providerAdded(let provider): line(provider, "registered")
        case .providerChanged(let before, let after):
            line(after, before.name == after.name ? "configured" : "named \(after.name.printable)")
        case .providerRemoved(let provider): line(provider, "removed")
        case .audioChanged(let before, let after): changed(before, after, registry)
        }
    }

    private func changed(_ before: CallRecord, _ after: CallRecord, _ registry: Registry) {
        var facts = facts(before, after, registry)
        if before.state != after.state {
            line(after, registry, "\(painted(before.state)) → \(painted(after.state))", facts)
        } else if let first = facts.first {
            // A short fact takes the place of the unchanged state.
            let isShort = palette.plain(first).displayWidth <= Self.changeWidth
            line(after, registry, isShort ? facts.removeFirst() : painted(after.state), facts)
        } else if before.pendingAction != after.pendingAction, !after.pendingAction.isEmpty {
            line(after, registry, palette.paint("\(after.pendingAction.text.printable) requested", .dim), [])
        }
    }

    private func changed(_ before: AudioRecord, _ after: AudioRecord, _ registry: Registry) {
        if before.ownerProvider != after.ownerProvider || before.ownerCalls != after.ownerCalls {
            let calls = after.ownerCalls.map { registry.shortID($0) }.joined(separator: " ")
            let former = owner.isEmpty ? name(before, registry) : owner
            owner = name(after, registry)
            let owners = "\(former) → " + (after.ownerProvider.isEmpty ? owner : palette.paint(owner, .green))
            let reason = after.reason.isEmpty ? "" : palette.paint(after.reason.text.printable, .dim)
            line("audio", [owners, calls, reason].filter { !$0.isEmpty })
        }
        for (subject, old, new) in [
            ("alert", before.alert.text, after.alert.text), ("route", before.route, after.route),
        ] where old != new && !(old.isEmpty && new == Alert.none.rawValue) {
            line(subject, ["\(or(old, "none")) → \(or(new, "none"))"])
        }
    }

    /// All facts about a call except its state.
    private func facts(_ before: CallRecord, _ after: CallRecord, _ registry: Registry) -> [String] {
        var words: [String] = []
        if before.endedReason != after.endedReason { words.append(after.endedReason.text.printable) }
        func flag(_ key: Key, _ on: String, _ off: String) {
            if before.flag(key) != after.flag(key) { words.append(after.flag(key) ? on : off) }
        }
        flag(.hasAudio, palette.paint("has the audio", .green), "without the audio")
        flag(.muted, palette.paint("muted", .magenta), "unmuted")
        flag(.silenced, "silenced", "not silenced")
        flag(.observed, "observed", "not observed")
        flag(.remoteOnHold, "held by the other side", "resumed by the other side")
        flag(.encrypted, "encrypted", "not encrypted")
        let isInRecents = { (call: CallRecord) in call.properties[.includesInRecents]?.bool ?? true }
        if isInRecents(before) != isInRecents(after) {
            words.append(isInRecents(after) ? "among the recent calls at its end" : "not among the recent calls")
        }
        flag(.hasVideo, "video", "no video")
        flag(.emergency, palette.paint("emergency", .bold, .red), "no emergency")
        if before.group != after.group, !after.group.isEmpty, !before.group.isEmpty || after.group != after.uuid {
            let others = registry.companions(of: after).map { registry.shortID($0.uuid) }.joined(separator: " ")
            words.append(others.isEmpty ? "alone" : "in conference with \(others)")
        }
        if !before.uuid.isEmpty, before.party != after.party { words.append("known as \(after.party.printable)") }
        if before.reason != after.reason || before.reasonCall != after.reasonCall || before.heldFor != after.heldFor,
            !after.reason.isEmpty
        {
            words.append(palette.paint(after.why(in: registry).printable, .dim))
        }
        return words
    }

    private func painted(_ state: Received<CallState>) -> String {
        palette.paint(state: state.isEmpty ? "a call" : state.text.printable.shortened(to: Table.widest))
    }

    private func name(_ audio: AudioRecord, _ registry: Registry) -> String {
        let identifier = audio.ownerProvider
        guard !identifier.isEmpty else { return "nobody" }
        let provider = registry.provider(identifier)
        return (provider?.name ?? identifier).printable.shortened(to: Table.widest)
    }

    private func or(_ text: String, _ other: String) -> String { text.isEmpty ? other : text.printable }

    private func line(_ call: CallRecord, _ registry: Registry, _ change: String, _ facts: [String]) {
        let (app, party) = (Cell(call.providerName), Cell(call))
        appWidth = max(appWidth, min(app.width, Self.widestColumn))
        partyWidth = max(partyWidth, min(party.width, Self.widestColumn))
        guard let (appRoom, partyRoom) = columns else {
            let party = party.text(in: max(0, (room() ?? 0) - Self.changeColumn))
            return line(registry.shortID(call.uuid), [change], [party].filter { !$0.isEmpty } + facts)
        }
        let gap = String(repeating: " ", count: max(0, Self.changeWidth - palette.plain(change).displayWidth))
        let words = [
            change + gap, palette.paint(app.text(in: appRoom).padded(to: appRoom), .dim),
            party.text(in: partyRoom).padded(to: partyRoom),
        ]
        line(registry.shortID(call.uuid), words, facts)
    }

    /// The widths of app and party: as wide as needed, or as a narrow window allows, where the app shrinks first. Nil
    /// if the window is so narrow that the party goes on the next line.
    private var columns: (app: Int, party: Int)? {
        guard let room = room() else { return (appWidth, partyWidth) }
        let rest = room - Self.changeColumn - Self.changeWidth - 4
        guard rest >= Self.narrowestColumns else { return nil }
        let app = min(appWidth, max(rest - partyWidth, Self.narrowestApp))
        return (app, min(partyWidth, rest - app))
    }

    private func line(_ provider: ProviderRecord, _ what: String) {
        line("provider", [provider.identifier.printable.shortened(to: Table.widest), what])
    }

    /// If the window is too narrow for one line, the facts follow on the next lines.
    private func line(_ subject: String, _ words: [String], _ facts: [String] = []) {
        let time = palette.paint(Clock.timeOfDay(Clock.now), .dim)
        let text = ([time, palette.paint(subject.padded(to: 8), .bold)] + words).joined(separator: "  ")
        let whole = facts.isEmpty ? text.trimmed : text + "  " + facts.joined(separator: ", ")
        guard let room = room(), palette.plain(whole).displayWidth > room else { return say(whole) }
        say(palette.shortened(text.trimmed, to: room))
        for line in folded(facts, to: room - Self.changeColumn) {
            say(palette.shortened(String(repeating: " ", count: Self.changeColumn) + line, to: room))
        }
    }

    /// Fills each line with as many facts as fit.
    private func folded(_ facts: [String], to room: Int) -> [String] {
        var lines: [String] = []
        for fact in facts {
            let longer = (lines.last.map { $0 + ", " } ?? "") + fact
            if !lines.isEmpty, palette.plain(longer).displayWidth <= room {
                lines[lines.count - 1] = longer
            } else {
                lines.append(fact)
            }
        }
        return lines
    }
}

/// Shows the changes.
protocol WatchPrinter {
    /// `registry` is the state after the event.
    func show(_ event: MirrorEvent, in registry: Registry)
}
