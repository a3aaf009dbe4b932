// SPDX-License-Identifier: MIT

package import CallContract
import CallInterface
package import ConfigurationText
package import SDBus

/// The user's settings, with their defaults.
package struct Settings: Hashable {
    /// The sinks that ring; none for the sound server's choice.
    package var ringDevices: [String] = []
    /// The sound that rings for an app without a ringtone of its own: a name of the sound theme.
    package var ringtone = Settings.themeRingtone
    /// The volume of the ring at the sound server, in percent; 100 leaves it to the mixer.
    package var ringVolume: UInt32 = 100
    /// How long the ring becomes louder until it has its volume, in microseconds; 0 = it does not.
    package var ringFadeIn: UInt64 = 0
    /// When players are paused.
    package var pausePlayers = PausePlayers.call
    /// The players that are never paused, by the part of their bus names that says which player it is.
    package var leftPlayers: Set<String> = []
    /// What happens after the last call to the players that were paused for it.
    package var resumePlayers = ResumePlayers.atOnce
    /// The volume of other streams while a call has the audio, in percent of their own; 100 does not change them.
    package var duckOthers: UInt32 = 30
    /// The sinks whose streams keep their volume during calls.
    package var leftOutputs = OutputNames()
    /// Whether the agent tells a user who speaks in a muted call.
    package var warnWhenMuted = false
    /// Whether the agent serves programs that were written for callaudiod.
    package var callAudio = true
    /// Whether the agent answers the buttons of headsets and sets their lights.
    package var headsetButtons = true
    /// Whether media keys answer a call that rings.
    package var mediaKeys = true
    /// After how long a muted or held call leaves the microphone of a Bluetooth headset, in microseconds; 0 for never.
    package var headsetRest: UInt64 = 0
    /// What happens to a number that a Bluetooth headset dials.
    package var headsetDial = HeadsetDial.ask
    /// Whether the agent asks the desktop for keys that act on calls.
    package var shortcutKeys = false
    /// How long a call rings, in microseconds; 0 for no limit.
    package var ringTimeout: UInt64 = 120_000_000
    /// How long the question about a link waits for the user, in microseconds; 0 for no limit.
    package var linkTimeout: UInt64 = 60_000_000
    /// Whether a held call resumes also if the other side has ended the call it was held for.
    package var autoResume = false
    /// What the service does with other calls while the user is in a call.
    package var whileInCall = WhileInCall.soft
    /// Whether do-not-disturb refuses calls; false = it silences them, and their callers hear ringing on.
    package var doNotDisturbRefuses = true
    /// The handles that ring in spite of do-not-disturb.
    package var doNotDisturbAllow: [Handle] = []
    /// The callers that ring in spite of do-not-disturb, if the user's directory knows them so.
    package var doNotDisturbRelations: Set<Relation> = []
    /// Whether a caller that calls again within three minutes rings in spite of do-not-disturb.
    package var repeatCallers = true
    /// The callers whose calls the agent answers by itself.
    package var autoAnswer: [Handle] = []
    /// Whether it does so while the screen is locked too.
    package var autoAnswerWhenLocked = false
    /// Whether the agent runs the user's programs when calls change.
    package var hooks = false
    /// The app for new calls, by the type of handle.
    package var defaultProviders: [Handle.Kind: String] = [:]
    /// Whether a locked screen shows the caller.
    package var showCallerWhenLocked = ShowCaller.desktop
    /// Whether a call can be answered while the screen is locked.
    package var answerWhenLocked = true
    /// Whether a call that rings opens the window.
    package var opensWindow = false

    package enum ShowCaller: String, CaseIterable {
        case yes, no
        /// As the desktop shows the contents of notifications.
        case desktop
    }

    package enum HeadsetDial: String, CaseIterable {
        /// The user is asked, as about a link.
        case ask
        case allow, off
    }

    package enum PausePlayers: String, CaseIterable {
        case call, ring, never
    }

    package init() {}

    /// The part for the service, as keys of `SetShellState`.
    package var shellState: [String: Variant] {
        var update = ShellUpdate()
        (update.autoResume, update.ringTimeout, update.repeatCallers) = (autoResume, ringTimeout, repeatCallers)
        (update.allowed, update.defaultProviders) = (Set(doNotDisturbAllow), defaultProviders)
        update.allowedRelations = doNotDisturbRelations
        (update.doNotDisturbSilences, update.whileInCall) = (!doNotDisturbRefuses, whileInCall)
        return update.wire
    }
}

// The settings as the user writes them: docs/monkeycall-agent.conf.

extension Settings {
    /// Reads the text of a file. An unknown word is a fault, as in the administrator's file: the user would notice an
    /// ignored misspelling only at the next call.
    package init(_ text: String) throws(ConfigurationFault) {
        var reader = ConfigurationReader<String>(text)
        while let line = try reader.next() {
            switch line {
            case .nothing: break
            case .section(let name):
                guard Self.sections.contains(name) else {
                    throw reader.fault("There is no section [\(name.named)]. Use one of \(Self.listOfSections).")
                }
                try reader.begin(name, name)
            case .assignment(let key, let value): try assign(key, value, &reader)
            }
        }
    }

    /// The text of the file with the settings that `new` has and these have not. All other lines stay as they are.
    package func text(_ text: String, changedTo new: Settings) -> String {
        Self.keys.reduce(text) { text, known in
            let values = known.get(new)
            return values == known.get(self) ? text : text.setting(known.key, in: known.section, to: values)
        }
    }

    private mutating func assign(
        _ key: String, _ value: String, _ reader: inout ConfigurationReader<String>
    ) throws(ConfigurationFault) {
        guard let section = reader.section else {
            throw reader.fault("\(key.named)= is in no section. Write one of \(Self.listOfSections) before it.")
        }
        let keys = Self.keys.filter { $0.section == section }
        guard let known = keys.first(where: { $0.key == key }) else {
            let words = keys.map { $0.key + "=" }.joined(separator: ", ")
            throw reader.fault("There is no key \(key.named)= in [\(section)]. Use one of \(words).")
        }
        if !known.isRepeatable { try reader.note(key) }
        // Without the value: it may be a number or an address, and the message goes to the log.
        if let help = known.set(&self, value) { throw reader.fault("\(key)= has a wrong value. \(help)") }
    }

    // MARK: The keys

    private struct Known {
        let section: String
        let key: String
        /// The key may occur several times.
        var isRepeatable = false
        /// The values that give the setting again; none for a setting that need not be there.
        let get: (Settings) -> [String]
        /// Takes a value, or returns what to write instead.
        let set: (inout Settings, String) -> String?
    }

    private static var keys: [Known] {
        [
            Known(section: "Ringing", key: "Device", isRepeatable: true, get: \.ringDevices) { settings, text in
                if text.isEmpty { return nil }
                return settings.ring(on: text)
            },
            Known(section: "Ringing", key: "Ringtone", get: { [$0.ringtone] }) { settings, text in
                set(
                    &settings.ringtone, isSound(text) ? text : nil,
                    "Write the name of a sound without its ending, such as bell.")
            },
            timeout("Ringing", "Timeout", \.ringTimeout),
            Known(section: "Ringing", key: "Volume", get: { ["\($0.ringVolume)%"] }) { settings, text in
                set(
                    &settings.ringVolume, percent(text).flatMap { $0 > 0 ? $0 : nil },
                    "Write 1% to 100%, where 100% leaves it to the mixer.")
            },
            timeout("Ringing", "FadeIn", \.ringFadeIn, off: "no", atMost: longestFadeIn),
            Known(section: "Audio", key: "PausePlayers", get: { [$0.pausePlayers.rawValue] }) { settings, text in
                set(&settings.pausePlayers, PausePlayers(rawValue: text), "Write call, ring or never.")
            },
            Known(section: "Audio", key: "LeavePlayer", isRepeatable: true, get: { $0.leftPlayers.sorted() }) {
                settings, text in
                settings.leave(player: text)
            },
            Known(section: "Audio", key: "ResumePlayers", get: { [$0.resumePlayers.word] }) { settings, text in
                set(&settings.resumePlayers, ResumePlayers(text), "Write yes, no or a time. " + TimeSpan.help)
            },
            Known(section: "Audio", key: "DuckOthers", get: { ["\($0.duckOthers)%"] }) { settings, text in
                set(&settings.duckOthers, percent(text), "Write 0% to 100%, where 100% leaves them alone.")
            },
            Known(section: "Audio", key: "LeaveOutput", isRepeatable: true, get: { $0.leftOutputs.names.sorted() }) {
                settings, text in
                settings.leave(output: text)
            },
            flag("Audio", "WarnWhenMuted", \.warnWhenMuted),
            flag("Audio", "CallAudio", \.callAudio),
            flag("Headsets", "Buttons", \.headsetButtons),
            flag("Headsets", "MediaKeys", \.mediaKeys),
            timeout("Headsets", "RestAfter", \.headsetRest),
            Known(section: "Headsets", key: "Dial", get: { [$0.headsetDial.rawValue] }) { settings, text in
                set(&settings.headsetDial, HeadsetDial(rawValue: text), "Write ask, allow or off.")
            },
            flag("Headsets", "ShortcutKeys", \.shortcutKeys),
            flag("Calls", "AutoResume", \.autoResume),
            Known(section: "Calls", key: "WhileInCall", get: { [$0.whileInCall.rawValue] }) { settings, text in
                set(&settings.whileInCall, WhileInCall(rawValue: text), "Write soft, silent or busy.")
            },
            Known(
                section: "Calls", key: "AutoAnswer", isRepeatable: true,
                get: { words(for: $0.autoAnswer) }
            ) { settings, text in add(text, to: &settings.autoAnswer) },
            flag("Calls", "Hooks", \.hooks),
            timeout("Links", "Timeout", \.linkTimeout),
            flag("DoNotDisturb", "Refuse", \.doNotDisturbRefuses),
            flag("DoNotDisturb", "RepeatCallers", \.repeatCallers),
            Known(section: "DoNotDisturb", key: "Allow", isRepeatable: true, get: allowed, set: allow),
            Known(section: "Screen", key: "ShowCallerWhenLocked", get: { [$0.showCallerWhenLocked.rawValue] }) {
                settings, text in
                set(&settings.showCallerWhenLocked, ShowCaller(rawValue: text), "Write yes, no or desktop.")
            },
            flag("Screen", "AnswerWhenLocked", \.answerWhenLocked),
            flag("Screen", "AutoAnswerWhenLocked", \.autoAnswerWhenLocked),
            flag("Window", "OpenForCalls", \.opensWindow),
        ]
            + handleTypes.map { type in
                Known(
                    section: "DefaultProviders", key: type.rawValue,
                    get: { $0.defaultProviders[type].map { [$0] } ?? [] }
                ) { settings, text in
                    guard limits.allowsIdentifier(text) else {
                        return
                            "Write the app's identifier, such as org.example.Phone; monkeycall providers shows the "
                            + "running apps."
                    }
                    settings.defaultProviders[type] = text
                    return nil
                }
            }
    }

    private static var sections: [String] {
        keys.map(\.section).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static let handleTypes: [Handle.Kind] = [.phoneNumber, .emailAddress, .generic]
    /// Values beyond these the service would refuse, and the user would not notice.
    private static let limits = Limits()

    private static var listOfSections: String { sections.map { "[\($0)]" }.joined(separator: ", ") }

    // MARK: Values

    private static func set<Value>(_ field: inout Value, _ value: Value?, _ help: String) -> String? {
        guard let value else { return help }
        field = value
        return nil
    }

    private static func flag(_ section: String, _ key: String, _ field: WritableKeyPath<Settings, Bool>) -> Known {
        Known(section: section, key: key, get: { [$0[keyPath: field] ? "yes" : "no"] }) { settings, text in
            set(&settings[keyPath: field], ["yes": true, "no": false][text], "Write yes or no.")
        }
    }

    /// `off` is the word for 0.
    private static func timeout(
        _ section: String, _ key: String, _ field: WritableKeyPath<Settings, UInt64>, off: String = "never",
        atMost longest: UInt64? = nil
    ) -> Known {
        let word = { (time: UInt64) in time == 0 ? off : TimeSpan.text(time) }
        let help = TimeSpan.help + (longest.map { " \(TimeSpan.text($0)) at most." } ?? "") + " Or write \(off)."
        return Known(section: section, key: key, get: { [word($0[keyPath: field])] }) { settings, text in
            let time = text == off ? 0 : TimeSpan(text)?.microseconds
            return set(&settings[keyPath: field], time.flatMap { $0 <= longest ?? .max ? $0 : nil }, help)
        }
    }

    private static func percent(_ text: String) -> UInt32? {
        guard text.hasSuffix("%"), text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 37 }),
            let number = UInt32(text.dropLast()), number <= 100
        else { return nil }
        return number
    }

    /// In microseconds.
    private static let longestFadeIn: UInt64 = 60_000_000

    /// A favourite need not be in an address book.
    private static let relations: [String: Set<Relation>] = [
        "contacts": [.contact, .favourite], "favourites": [.favourite],
    ]

    private static func allowed(_ settings: Settings) -> [String] {
        // Contacts include favourites.
        let relations = relations.sorted { $0.value.count > $1.value.count }
            .first { $0.value.isSubset(of: settings.doNotDisturbRelations) }
        return (relations.map { [$0.key] } ?? []) + words(for: settings.doNotDisturbAllow)
    }

    /// As `add` reads them.
    private static func words(for callers: some Sequence<Handle>) -> [String] {
        callers.map { "\($0.kind.rawValue):\($0.value)" }
    }

    private static func allow(_ settings: inout Settings, _ text: String) -> String? {
        if let relations = relations[text] {
            settings.doNotDisturbRelations.formUnion(relations)
            return nil
        }
        return add(text, to: &settings.doNotDisturbAllow, orWrite: "contacts, favourites, or ")
    }

    /// Adds a caller, written as its type and its value. `alternatives` are what else the user may write.
    private static func add(
        _ text: String, to callers: inout [Handle], orWrite alternatives: String = ""
    ) -> String? {
        let (type, rest) = (String(text.prefix { $0 != ":" }), text.drop { $0 != ":" }.dropFirst().trimmed)
        guard let kind = Handle.Kind(rawValue: type), !rest.isEmpty, rest.utf8.count <= limits.textLength,
            !rest.contains("\0")
        else {
            return
                "Write \(alternatives)phone-number:, email-address: or generic: and the value, such as "
                + "phone-number:+4930123456."
        }
        guard callers.count < limits.allowedCallers else {
            return "There are more than \(limits.allowedCallers) of them. Remove some."
        }
        callers.append(Handle(kind: kind, value: rest))
        return nil
    }
}
