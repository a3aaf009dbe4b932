// SPDX-License-Identifier: MIT
import SDBus

/// One line for each change that a person would want to see.
struct TextWatchPrinter: WatchPrinter {
    let palette: Palette

    func show(_ event: WatchEvent, in registry: Registry) {
        switch event {
        case .serviceFound: break
        case .serviceLost: line("service", [palette.paint("has left; waiting for it to come back", .red)])
        case .callAdded(let call):
            line(call, registry, [state(call)] + facts(CallRecord([:]), call, registry))
        case .callChanged(let before, let after): changed(before, after, registry)
        case .callRemoved(let call):
            // Its end was a change.
            if call.state != "ended" { line(call, registry, [palette.paint("removed", .dim)]) }
        case .providerAdded(let provider): line(provider, "registered")
        case .providerChanged(let before, let after):
            line(after, before.name == after.name ? "configured" : "named \(after.name.printable)")
        case .providerRemoved(let provider): line(provider, "removed")
        case .audioChanged(let before, let after): changed(before, after, registry)
        }
    }

    private func changed(_ before: CallRecord, _ after: CallRecord, _ registry: Registry) {
        var words = facts(before, after, registry)
        if before.state != after.state { words.insert("\(painted(before.state)) → \(state(after))", at: 0) }
        if words.isEmpty, before.pendingAction != after.pendingAction, !after.pendingAction.isEmpty {
            words = [palette.paint("\(after.pendingAction.printable) requested", .dim)]
        }
        if !words.isEmpty { line(after, registry, words) }
    }

    private func changed(_ before: AudioRecord, _ after: AudioRecord, _ registry: Registry) {
        if before.ownerProvider != after.ownerProvider || before.ownerCalls != after.ownerCalls {
            let calls = after.ownerCalls.map { registry.shortID($0) }.joined(separator: " ")
            let owners = "\(name(before, registry)) → \(palette.paint(name(after, registry), .green))"
            let reason = after.reason.isEmpty ? "" : palette.paint(after.reason.printable, .dim)
            line("audio", [owners, calls, reason].filter { !$0.isEmpty })
        }
        for (subject, old, new) in [("alert", before.alert, after.alert), ("route", before.route, after.route)]
        where old != new && !(old.isEmpty && new == "none") {
            line(subject, ["\(or(old, "none")) → \(or(new, "none"))"])
        }
    }

    /// Everything about a call that is not its state.
    private func facts(_ before: CallRecord, _ after: CallRecord, _ registry: Registry) -> [String] {
        var words: [String] = []
        func flag(_ key: String, _ on: String, _ off: String) {
            if before.flag(key) != after.flag(key) { words.append(after.flag(key) ? on : off) }
        }
        flag("HasAudio", palette.paint("has the audio", .green), "without the audio")
        flag("Muted", palette.paint("muted", .magenta), "unmuted")
        flag("Silenced", "silenced", "not silenced")
        flag("HasVideo", "video", "no video")
        flag("Emergency", palette.paint("emergency", .bold, .red), "no emergency")
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

    private func state(_ call: CallRecord) -> String {
        painted(call.state) + (call.endedReason.isEmpty ? "" : " (\(call.endedReason.printable))")
    }

    private func painted(_ state: String) -> String {
        palette.paint(state: state.isEmpty ? "a call" : state.printable.shortened(to: Table.widest))
    }

    private func name(_ audio: AudioRecord, _ registry: Registry) -> String {
        let identifier = audio.ownerProvider
        guard !identifier.isEmpty else { return "nobody" }
        let provider = registry.providers.values.first { $0.identifier == identifier }
        return (provider?.name ?? identifier).printable.shortened(to: Table.widest)
    }

    private func or(_ text: String, _ other: String) -> String { text.isEmpty ? other : text.printable }

    private func line(_ call: CallRecord, _ registry: Registry, _ words: [String]) {
        let who = call.party.printable.shortened(to: Table.widest)
        let app = call.providerName.printable.shortened(to: Table.widest)
        let parts = [words.joined(separator: ", "), who, palette.paint(app, .dim)]
        line(registry.shortID(call.uuid), [parts.filter { !$0.isEmpty }.joined(separator: "  ")])
    }

    private func line(_ provider: ProviderRecord, _ what: String) {
        line("provider", [provider.identifier.printable.shortened(to: Table.widest), what])
    }

    private func line(_ subject: String, _ words: [String]) {
        let time = palette.paint(Clock.timeOfDay(Clock.now), .dim)
        Output.line(([time, palette.paint(subject.padded(to: 8), .bold)] + words).joined(separator: "  "))
    }
}
