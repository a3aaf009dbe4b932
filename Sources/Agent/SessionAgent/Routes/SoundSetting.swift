// SPDX-License-Identifier: MIT

import PulseAudio

/// A setting of the sound server: a default device, a port or a profile.
struct SoundSetting: Hashable {
    enum Subject: Hashable {
        case profile(card: String)
        case sinkPort(String)
        case sourcePort(String)
        case defaultSink
        case defaultSource
    }

    let subject: Subject
    let value: String

    init(_ subject: Subject, _ value: String) { (self.subject, self.value) = (subject, value) }

    var operation: SoundOperation {
        switch subject {
        case .profile(let card): .setProfile(card: card, value)
        case .sinkPort(let sink): .setSinkPort(sink: sink, value)
        case .sourcePort(let source): .setSourcePort(source: source, value)
        case .defaultSink: .setDefaultSink(value)
        case .defaultSource: .setDefaultSource(value)
        }
    }
}

/// A change for a call, which the agent undoes after it.
struct SoundChange: Hashable {
    let subject: SoundSetting.Subject
    let old: String
    /// Another present value means that another program has changed the setting.
    var new: String

    init(_ subject: SoundSetting.Subject, from old: String, to new: String) {
        (self.subject, self.old, self.new) = (subject, old, new)
    }

    /// Nil if the record is not a change.
    init?(_ record: ArraySlice<String>) {
        let fields = Array(record)
        guard fields.count == 4 else { return nil }
        let subject: SoundSetting.Subject? =
            switch fields[0] {
            case "profile": .profile(card: fields[1])
            case "sink-port": .sinkPort(fields[1])
            case "source-port": .sourcePort(fields[1])
            case "default-sink": .defaultSink
            case "default-source": .defaultSource
            default: nil
            }
        guard let subject else { return nil }
        self.init(subject, from: fields[2], to: fields[3])
    }

    var record: [String] {
        let (kind, object) =
            switch subject {
            case .profile(let card): ("profile", card)
            case .sinkPort(let sink): ("sink-port", sink)
            case .sourcePort(let source): ("source-port", source)
            case .defaultSink: ("default-sink", "")
            case .defaultSource: ("default-source", "")
            }
        return [kind, object, old, new]
    }
}

extension SoundServerState {
    /// The present value; nil if the device does not exist.
    func value(_ subject: SoundSetting.Subject) -> String? {
        let value: String? =
            switch subject {
            case .profile(let card): cards.values.first { $0.name == card }?.activeProfile
            case .sinkPort(let name): sink(named: name)?.activePort
            case .sourcePort(let name): source(named: name)?.activePort
            case .defaultSink: defaultSink
            case .defaultSource: defaultSource
            }
        return value == "" ? nil : value
    }

    /// Whether the server can have this setting now.
    func has(_ setting: SoundSetting) -> Bool {
        switch setting.subject {
        case .profile(let name):
            cards.values.first { $0.name == name }?.profiles.contains { $0.name == setting.value } == true
        case .sinkPort(let name): sink(named: name)?.ports.contains { $0.name == setting.value } == true
        case .sourcePort(let name): source(named: name)?.ports.contains { $0.name == setting.value } == true
        case .defaultSink: sink(named: setting.value) != nil
        case .defaultSource: source(named: setting.value) != nil
        }
    }
}
