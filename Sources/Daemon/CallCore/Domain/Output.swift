// SPDX-License-Identifier: MIT

/// The effects of one event. They are collected until its end, so that each object is announced once, however often it
/// was touched.
struct Output: Sendable {
    /// Signals and timers, in the order of the decisions.
    var tells: [Effect] = []
    /// The transactions that ended. They are told last, so that the listener finds the new state announced.
    var completions: [Effect] = []
    /// How the audio was before the event.
    private(set) var audio = Audio()
    /// The number of the last ended call before the event.
    private(set) var lastEnded = 0

    mutating func begin(audio: Audio, lastEnded: Int) {
        tells = []
        completions = []
        self.audio = audio
        self.lastEnded = lastEnded
    }

    /// Hands over the signals and timers.
    mutating func takeTells() -> [Effect] {
        defer { tells = [] }
        return tells
    }
}

extension Domain {
    /// Returns the effects of the event, and removes each call that ended in it.
    mutating func finish() -> [Effect] {
        refreshAudio()
        let callChanges = calls.takeChanges()
        let providerChanges = providers.takeChanges()
        writeNotes(about: callChanges)
        var effects = output.takeTells()
        for change in providerChanges where change.before == nil {
            if let provider = providers[change.id] { effects.append(.providerAdded(provider)) }
        }
        for change in callChanges { announce(change, in: &effects) }
        for change in providerChanges {
            guard let before = change.before else { continue }
            if let after = providers[change.id] {
                if before.configuration != after.configuration {
                    effects.append(.providerChanged(from: before, to: after))
                }
            } else {
                effects.append(.providerRemoved(before))
            }
        }
        if audio != output.audio { effects.append(.audioChanged(from: output.audio, to: audio)) }
        if stories.lastNumber != output.lastEnded { effects += callsEnded }
        effects += output.completions
        forgetPast()
        return effects
    }

    private mutating func announce(_ change: Calls.Change, in effects: inout [Effect]) {
        guard let after = calls[change.id] else { return }
        writeStory(of: change.before, to: after)
        if let timer = connectTimer(of: after) { effects.append(timer) }
        if let before = change.before {
            if before != after { effects.append(.callChanged(from: before, to: after)) }
        } else {
            effects.append(.callAdded(after))
        }
        if after.hasEnded {
            closeStory(of: after)
            calls.remove(after.id)
            effects.append(.callRemoved(after))
        }
    }
}
